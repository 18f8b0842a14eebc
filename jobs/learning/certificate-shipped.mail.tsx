import type { ShippedEmail } from '#modules/learning/entry.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { localText, texts } from '#platform/texts.ts'

export const shippedTexts = texts({
  subject: ['Your certificate was shipped: {course_name}', 'Enviamos su certificado: {course_name}'],
  heading: ['Your certificate was shipped', 'Enviamos su certificado'],
  body: [
    'We mailed certificate {certificate_number} for {course_name} to you.',
    'Le enviamos por correo postal el certificado {certificate_number} de {course_name}.',
  ],
  tracking: ['Tracking number', 'Número de seguimiento'],
  button: ['Open my dashboard', 'Abrir mi panel'],
})

export const shippedEmail = declareEmail({
  name: 'learning.certificate-shipped',
  kind: 'service',
  title: ['certificate shipped', 'certificado enviado por correo postal'],
  texts: shippedTexts,
  body: ['body'],
})

type Props = { shipped: ShippedEmail & { tracking_number: string | null }; href: string }

/** The email to a student whose certificate is in the mail. */
export function CertificateShippedEmail({ shipped, href }: Props) {
  const { locale, organization_name, first_name, course_name, certificate_number, tracking_number } = shipped
  const t = (key: keyof typeof shippedTexts) =>
    localText(locale, shippedTexts, key, { course_name, certificate_number })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={course_name}
      heading={t('heading')}
      name={first_name}
      body={[t('body')]}
      rows={tracking_number ? [[t('tracking'), tracking_number]] : []}
      button={{ label: t('button'), href }}
    />
  )
}
