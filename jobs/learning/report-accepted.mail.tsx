import type { AcceptedEmail } from '#modules/learning/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email, type EmailRow } from '#platform/mail/email.tsx'
import { localText, texts } from '#platform/texts.ts'

export const acceptedTexts = texts({
  subject: ['Your completion was reported: {course_name}', 'Informamos que terminó el curso: {course_name}'],
  heading: ['Your completion was reported', 'Informamos que terminó el curso'],
  body: [
    "The agency accepted our report that you completed {course_name}. You don't need to do anything.",
    'La agencia aceptó nuestro informe de que usted terminó {course_name}. No tiene que hacer nada más.',
  ],
  agency: ['Agency', 'Agencia'],
  receipt: ['Agency number', 'Número de la agencia'],
  button: ['Open my course', 'Abrir mi curso'],
})

export const acceptedEmail = declareEmail({
  name: 'learning.report-accepted',
  kind: 'service',
  title: ['completion reported', 'finalización del curso informada'],
  texts: acceptedTexts,
  body: ['body'],
})

type Props = { accepted: AcceptedEmail; href: string }

/** The email to a student whose completion an agency accepted. */
export function ReportAcceptedEmail({ accepted, href }: Props) {
  const { locale, organization_name, first_name, course_name, agency, receipt } = accepted
  const t = (key: keyof typeof acceptedTexts) => localText(locale, acceptedTexts, key, { course_name })
  const receiptRows: EmailRow[] = receipt ? [[t('receipt'), receipt]] : []
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={course_name}
      heading={t('heading')}
      name={first_name}
      body={[t('body')]}
      rows={[[t('agency'), agency], ...receiptRows]}
      button={{ label: t('button'), href }}
    />
  )
}
