import type { CourseEnd } from '#modules/learning/entry.ts'
import { student } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { showDate } from '#platform/ui/masks.ts'
import { Facts } from '#platform/ui/parts.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { endTexts } from './course-end.texts.ts'
import { EndPage, Outcome } from './course-end.tsx'
import { endAt } from './course-place.ts'
import { EndFaqs } from './end-faqs.tsx'
import { RateCourse } from './rate-course.tsx'
import { sendReview } from './send-review.ts'

export default page({
  address: '/course/:studentCourseId{[0-9]+}/issued',
  title: endTexts.issued,
  may: student,
  load: ({ ctx, params }) => endAt(ctx, params.studentCourseId, 'issued'),
  submit: sendReview,
  view: (end, input) => <Issued end={end} {...input} />,
})

function Issued({ end, frame, form }: ViewInput & { end: CourseEnd }) {
  const t = useTexts(endTexts)
  const { certificate } = end
  const download = certificate && `/api/certificate/download/${certificate.student_certificate_id}`
  const action = download ? <LinkButton href={download}>{t('download')}</LinkButton> : undefined
  return (
    <EndPage end={end} frame={frame} title={t('issued')} scene="certificate" action={action}>
      {certificate && (
        <Panel title={certificate.name}>
          <Facts
            facts={[
              [t('number'), certificate.certificate_number],
              [t('issuedOn'), showDate(certificate.issued_at, frame.locale, certificate.time_zone)],
            ]}
          />
          <LinkButton href={`${download}?format=pdf`} variant="outline" size="sm" className="mt-4">
            {t('print')}
          </LinkButton>
        </Panel>
      )}
      <Outcome end={end} />
      <EndFaqs end={end} />
      <RateCourse end={end} form={form} />
    </EndPage>
  )
}
