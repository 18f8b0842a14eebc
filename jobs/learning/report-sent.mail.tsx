import type { AcceptedEmail } from '#modules/learning/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { localText, texts } from '#platform/texts.ts'

export const sentTexts = texts({
  subject: ['Your completion was sent: {course_name}', 'Enviamos el informe de que terminó el curso: {course_name}'],
  heading: ['Your completion was sent to the agency', 'Enviamos a la agencia el informe de que terminó el curso'],
  body: [
    "We sent the report that you completed {course_name} to the agency. We'll email you when the agency answers.",
    'Enviamos a la agencia el informe de que usted terminó {course_name}. Le avisaremos por correo electrónico cuando la agencia responda.',
  ],
  agency: ['Agency', 'Agencia'],
  button: ['Follow the report', 'Seguir el informe'],
})

export const sentEmail = declareEmail({
  name: 'learning.report-sent',
  kind: 'service',
  title: ['completion sent to the agency', 'finalización del curso enviada a la agencia'],
  texts: sentTexts,
  body: ['body'],
})

type Props = { sent: AcceptedEmail; href: string }

/** The email to a student whose completion was handed over to an agency that responds later. */
export function ReportSentEmail({ sent, href }: Props) {
  const { locale, organization_name, first_name, course_name, agency } = sent
  const t = (key: keyof typeof sentTexts) => localText(locale, sentTexts, key, { course_name })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={course_name}
      heading={t('heading')}
      name={first_name}
      body={[t('body')]}
      rows={[[t('agency'), agency]]}
      button={{ label: t('button'), href }}
    />
  )
}
