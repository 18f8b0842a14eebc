import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { type Locale, localText, texts } from '#platform/texts.ts'

export const domainOffTexts = texts({
  subject: ['{host} was disconnected', 'Se desconectó {host}'],
  body: [
    '{host} no longer leads to {organization_name}, or its TXT record is gone. Links in pages and emails use your Waypost address again.',
    '{host} ya no lleva a {organization_name}, o falta su registro TXT. Los enlaces de las páginas y los correos vuelven a usar su dirección de Waypost.',
  ],
  next: [
    'To connect the domain again, fix its DNS records and check it.',
    'Para volver a conectar el dominio, corrija sus registros DNS y verifíquelo.',
  ],
  button: ['Check the domain', 'Verificar el dominio'],
  bell: ['{host} was disconnected. Check its DNS records.', 'Se desconectó {host}. Revise sus registros DNS.'],
})

export const domainOffEmail = declareEmail({
  name: 'identity.domain-off',
  kind: 'service',
  title: ['own domain disconnected', 'dominio propio desconectado'],
  texts: domainOffTexts,
  body: ['body', 'next'],
  samples: { host: 'courses.school.example' },
})

export type DomainOffProps = {
  locale: Locale
  organization_name: string
  first_name: string
  host: string
  href: string
}

/** The email to the people who manage an organization's websites when its own domain was switched off. */
export function DomainOffEmail({ locale, organization_name, first_name, host, href }: DomainOffProps) {
  const t = (key: keyof typeof domainOffTexts) => localText(locale, domainOffTexts, key, { host, organization_name })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('next')}
      heading={t('subject')}
      name={first_name}
      body={[t('body'), t('next')]}
      button={{ label: t('button'), href }}
    />
  )
}
