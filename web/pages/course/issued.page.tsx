import { emailCertificate } from '#modules/learning/certificates/email-certificate.ts'
import type { CourseEnd } from '#modules/learning/entry.ts'
import { student } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { showDate } from '#platform/ui/masks.ts'
import { Facts, TextLink } from '#platform/ui/parts.tsx'
import type { Frame } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { endTexts } from './course-end.texts.ts'
import { EndPage, Outcome, ReadAgain } from './course-end.tsx'
import { endAt, idOf } from './course-place.ts'
import { EndFaqs } from './end-faqs.tsx'
import { RateCourse } from './rate-course.tsx'
import { sendReview } from './send-review.ts'

export default page({
  address: '/course/:studentCourseId{[0-9]+}/issued',
  title: endTexts.issued,
  may: student,
  load: ({ ctx, params }) => endAt(ctx, params.studentCourseId, 'issued'),
  submit: (input) => (input.form.values.email === undefined ? sendReview(input) : sendCertificate(input)),
  view: (end, input) => <Issued end={end} {...input} />,
})

/** Emails the certificate to its holder, who stays on the page. */
async function sendCertificate({ ctx, url, form: { values } }: Parameters<typeof sendReview>[0]) {
  const { message = '' } = await emailCertificate.run(ctx, { student_certificate_id: idOf(values.email ?? '') })
  return redirect(url.pathname, { flash: { kind: 'success', text: message } })
}

function Issued({ end, frame, form }: ViewInput & { end: CourseEnd }) {
  const t = useTexts(endTexts)
  const { certificate } = end
  const action = certificate && <LinkButton href={fileOf(certificate)}>{t('download')}</LinkButton>
  return (
    <EndPage end={end} frame={frame} title={t('issued')} {...(action ? { action } : { scene: 'certificate' })}>
      <FormAlert message={form.message} />
      {certificate && <IssuedCertificate certificate={certificate} frame={frame} />}
      <Outcome end={end} />
      <EndFaqs end={end} />
      <RateCourse end={end} form={form} />
      <ReadAgain end={end} />
    </EndPage>
  )
}

type Certificate = NonNullable<CourseEnd['certificate']>

const fileOf = ({ student_certificate_id }: Certificate) => `/api/certificate/download/${student_certificate_id}`

/** The current certificate, and the ways to use it. */
function IssuedCertificate({ certificate, frame }: { certificate: Certificate; frame: Frame }) {
  const t = useTexts(endTexts)
  const { student_certificate_id, course_name, check_url } = certificate
  return (
    <>
      <img
        src={fileOf(certificate)}
        alt={t('certificateOf', { course: course_name })}
        className="mx-auto w-full max-w-2xl rounded-md border shadow-raised"
      />
      <div className="flex flex-wrap items-center justify-center gap-3">
        <LinkButton href={`${fileOf(certificate)}?format=pdf`} variant="outline">
          {t('print')}
        </LinkButton>
        <form method="post">
          <SubmitButton variant="outline" name="email" value={student_certificate_id}>
            {t('email')}
          </SubmitButton>
        </form>
      </div>
      <Facts
        facts={[
          [t('number'), certificate.certificate_number],
          [t('issuedOn'), showDate(certificate.issued_at, frame.locale, certificate.time_zone)],
          ...(certificate.valid_until
            ? [[t('validUntil'), showDate(certificate.valid_until, frame.locale)] as const]
            : []),
        ]}
      />
      {check_url && (
        <p>
          {t('share')}{' '}
          <TextLink href={check_url} className="wrap-anywhere">
            {check_url}
          </TextLink>
        </p>
      )}
    </>
  )
}
