import type { ReactNode } from 'react'
import { lk_shipping_type, shippingType } from '#modules/catalogue/lookups.shared.ts'
import { chargebackTexts } from '#modules/checkout/payments/chargebacks/chargebacks.texts.ts'
import type { fetchCertificate } from '#modules/learning/certificates/fetch-certificate.ts'
import { maxLicense } from '#modules/learning/questions/license-pattern.shared.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card, Panel } from '#platform/ui/card.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { certificatePageTexts } from './certificate.texts.ts'

type Certificate = Awaited<ReturnType<typeof fetchCertificate.run>>
type Props = {
  certificate: Certificate
  tracking: { tracking_number: string | null; accepts_number: boolean } | null
  charged_back: boolean
  updates: boolean
  withdraws: boolean
  input: ViewInput
}

const byMail: readonly (number | null)[] = [shippingType.Mail, shippingType.MailOvernight]

export function CertificateView({ certificate, tracking, charged_back, updates, withdraws, input }: Props) {
  const t = useTexts(certificatePageTexts)
  const { frame, form } = input
  const { student_name, course_name, deleted_at, replaced_by, lk_shipping_type_id } = certificate
  const changes = updates && !replaced_by && !deleted_at
  const mailed = byMail.includes(lk_shipping_type_id)
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/certificates/issued'))} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle lead={`${student_name} · ${course_name}`}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      {charged_back && <ChargedBackAlert />}
      {replaced_by && <Replaced certificate={certificate} />}
      <div className="grid max-w-3xl gap-6">
        <About certificate={certificate} tracking={tracking} />
        {changes && mailed && tracking?.accepts_number && <Tracking {...tracking} input={input} />}
        {changes && mailed && !certificate.shipped_at && <Ship />}
        {changes && !mailed && <Email input={input} />}
        {changes && <Update certificate={certificate} input={input} />}
        {changes && <Reissue input={input} />}
        {withdraws && !replaced_by && <Withdraw withdrawn={deleted_at !== null} />}
        <Versions certificate={certificate} />
      </div>
    </>
  )
}

function ChargedBackAlert() {
  const t = useTexts(chargebackTexts)
  const action = <TextLink href={pathTo('/manage/payments/chargebacks')}>{t('toChargebacks')}</TextLink>
  return (
    <div className="mb-4">
      <Alert variant="attention" title={t('flag')} action={action}>
        {t('flagged')}
      </Alert>
    </div>
  )
}

function Replaced({ certificate: { replaced_by, versions } }: { certificate: Certificate }) {
  const t = useTexts(certificatePageTexts)
  return (
    <Alert variant="attention" title={t('replaced', { number: replaced_by ?? '' })}>
      <TextLink
        href={pathTo('/manage/certificates/:certificateId/edit', {
          certificateId: versions[0]!.student_certificate_id,
        })}
      >
        {t('openValid')}
      </TextLink>
    </Alert>
  )
}

function About({ certificate, tracking }: Pick<Props, 'certificate' | 'tracking'>) {
  const t = useTexts(certificatePageTexts)
  const showDate = useShowDate()
  const locale = useLocale()
  const { student_certificate_id, user_id, student_name, lk_shipping_type_id, shipped_at, deleted_at } = certificate
  const facts: [string, string | null][] = [
    [t('validUntil'), certificate.valid_until && showDate(certificate.valid_until)],
    [t('noticeDue'), certificate.notice_due_on && showDate(certificate.notice_due_on)],
    [t('delivery'), label(lk_shipping_type, lk_shipping_type_id, locale)],
    [t('shippedOn'), shipped_at && showDate(shipped_at)],
    [t('tracking'), tracking?.tracking_number ?? null],
    [t('withdrawnOn'), deleted_at && showDate(deleted_at)],
  ]
  return (
    <Card className="grid gap-4">
      <Facts
        facts={[
          [t('number'), certificate.certificate_number],
          [
            t('student'),
            <TextLink
              key="student"
              href={pathTo('/manage/student/:id/account', { id: user_id }, { query: { tab: 'courses' } })}
            >
              {student_name}
            </TextLink>,
          ],
          [t('course'), certificate.course_name],
          [t('organization'), certificate.organization_name],
          [t('issued'), showDate(certificate.issued_at)],
          ...facts.filter(([, value]) => value),
        ]}
      />
      <p className="flex flex-wrap gap-x-6">
        <TextLink href={`/api/certificate/viewCertificates/?ids=${student_certificate_id}`} alone>
          {t('download')}
        </TextLink>
        <TextLink href={pathTo('/certificate/check/:code', { code: certificate.check_code })} alone>
          {t('check')}
        </TextLink>
      </p>
    </Card>
  )
}

/** A part of the page with one form, identified by `what`. */
function Part({ what, title, hint, children }: { what: string; title: string; hint?: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <form id={what} method="post" className="grid gap-4">
        <input type="hidden" name="what" value={what} />
        {hint && <p className="text-muted-foreground">{hint}</p>}
        {children}
      </form>
    </Panel>
  )
}

function Update({ certificate, input: { form } }: Pick<Props, 'certificate' | 'input'>) {
  const t = useTexts(certificatePageTexts)
  const { student_name, dob, driver_license } = certificate
  const fieldOf = (name: string, value: string | null) => {
    const formField = field(form, name)
    return { ...formField, defaultValue: form.values[name] ?? value ?? '' }
  }
  return (
    <Part what="update" title={t('correct')} hint={t('correctHint')}>
      <TextField
        {...fieldOf('student_name', student_name)}
        label={t('name')}
        maxLength={200}
        autoComplete="off"
        required
      />
      <TextField {...fieldOf('dob', dob)} label={t('dob')} type="date" autoComplete="off" optional />
      <TextField
        {...fieldOf('driver_license', driver_license)}
        label={t('license')}
        maxLength={maxLicense}
        autoComplete="off"
        optional
      />
      {form.answer.code === 'LICENSE_UNUSUAL' && form.values.driver_license && (
        <input type="hidden" name="confirmed_license" value={form.values.driver_license} />
      )}
      <div>
        <BusySubmit label={t('update')} busyLabel={t('busy')} />
      </div>
    </Part>
  )
}

function Reissue({ input: { form } }: Pick<Props, 'input'>) {
  const t = useTexts(certificatePageTexts)
  return (
    <Part what="reissue" title={t('reissue')} hint={t('reissueHint')}>
      <TextField {...field(form, 'reason')} label={t('reason')} maxLength={500} optional />
      <div>
        <BusySubmit label={t('reissue')} busyLabel={t('busy')} variant="outline" />
      </div>
    </Part>
  )
}

function Email({ input: { form } }: Pick<Props, 'input'>) {
  const t = useTexts(certificatePageTexts)
  return (
    <Part what="email" title={t('email')} hint={t('emailHint')}>
      <TextField
        {...field(form, 'email')}
        label={t('email')}
        type="email"
        maxLength={254}
        autoComplete="off"
        optional
      />
      <div>
        <BusySubmit label={t('send')} busyLabel={t('busy')} variant="outline" />
      </div>
    </Part>
  )
}

function Tracking({ tracking_number, input: { form } }: { tracking_number: string | null } & Pick<Props, 'input'>) {
  const t = useTexts(certificatePageTexts)
  return (
    <Part what="tracking" title={t('manageTracking')} hint={t('trackingHint')}>
      <TextField
        {...field(form, 'tracking_number')}
        label={t('tracking')}
        defaultValue={form.values.tracking_number ?? tracking_number ?? ''}
        maxLength={60}
        autoComplete="off"
        optional
      />
      <div>
        <BusySubmit label={t('save')} busyLabel={t('busy')} />
      </div>
    </Part>
  )
}

function Ship() {
  const t = useTexts(certificatePageTexts)
  return (
    <form method="post">
      <input type="hidden" name="what" value="ship" />
      <BusySubmit label={t('ship')} busyLabel={t('busy')} variant="outline" />
    </form>
  )
}

function Withdraw({ withdrawn }: { withdrawn: boolean }) {
  const t = useTexts(certificatePageTexts)
  const title = t(withdrawn ? 'restore' : 'withdraw')
  return (
    <Part what={withdrawn ? 'restore' : 'withdraw'} title={title} hint={withdrawn ? undefined : t('withdrawHint')}>
      <div>
        <BusySubmit label={title} busyLabel={t('busy')} variant={withdrawn ? 'outline' : 'destructive'} />
      </div>
    </Part>
  )
}

function Versions({ certificate: { versions } }: Pick<Props, 'certificate'>) {
  const t = useTexts(certificatePageTexts)
  const showDate = useShowDate()
  return (
    <Panel title={t('versions')}>
      <ul className="grid gap-2">
        {versions.map(({ student_certificate_id, version, certificate_number, issued_at, deleted_at }, index) => (
          <li key={student_certificate_id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <TextLink
              href={pathTo('/manage/certificates/:certificateId/edit', { certificateId: student_certificate_id })}
            >
              {certificate_number}
            </TextLink>
            <span className="text-muted-foreground">
              {t('version')} {version} · {showDate(issued_at)}
            </span>
            {deleted_at ? (
              <Badge tone="red">{t('withdrawnOn')}</Badge>
            ) : (
              <Badge tone={index === 0 ? 'green' : 'gray'}>{t(index === 0 ? 'valid' : 'old')}</Badge>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
