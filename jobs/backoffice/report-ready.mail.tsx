import type { ReadyReport } from '#modules/backoffice/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { localText, texts } from '#platform/texts.ts'

export const reportReadyTexts = texts({
  subject: ['Your report is ready: {label}', 'Su informe está listo: {label}'],
  body: [
    'The scheduled report “{label}” for {organization_name} is ready. You can download it for 7 days.',
    'El informe programado “{label}” de {organization_name} está listo. Puede descargarlo durante 7 días.',
  ],
  open: ['Open report', 'Abrir el informe'],
})

export const reportReadyEmail = declareEmail({
  name: 'backoffice.report-ready',
  kind: 'service',
  title: ['scheduled report', 'informe programado'],
  texts: reportReadyTexts,
  body: ['body'],
  button: 'open',
  samples: { label: ['Sales in May', 'Ventas de mayo'] },
})

export function ReportReadyEmail({ report, href }: { report: ReadyReport; href: string }) {
  const { locale, label, organization_name, first_name, filters } = report
  const t = (key: keyof typeof reportReadyTexts) =>
    localText(locale, reportReadyTexts, key, { label, organization_name })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('body')}
      heading={t('subject')}
      name={first_name}
      body={[t('body')]}
      rows={filters}
      button={{ label: t('open'), href }}
    />
  )
}
