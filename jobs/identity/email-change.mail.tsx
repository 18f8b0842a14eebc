import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { localText, texts } from '#platform/texts.ts'
import type { PasswordLinkProps } from './password-link.mail.tsx'

export const emailChangeTexts = texts({
  subject: [
    'Confirm your new email for {organization_name}',
    'Confirme su nuevo correo electrónico para {organization_name}',
  ],
  heading: ['Confirm your new email', 'Confirme su nuevo correo electrónico'],
  preheader: ['The link works once and expires in 24 hours.', 'El enlace funciona una sola vez y vence en 24 horas.'],
  body: [
    'Confirm that you want to use this email address for your account ({loginid}). Open the link in the browser where you are signed in. It works once and expires in 24 hours.',
    'Confirme que quiere usar esta dirección de correo electrónico en su cuenta ({loginid}). Abra el enlace en el navegador donde inició sesión. Funciona una sola vez y vence en 24 horas.',
  ],
  notYou: [
    "If you weren't expecting this, ignore this email. Nothing changes until you confirm.",
    'Si no esperaba este correo, ignórelo. Nada cambia hasta que usted confirme.',
  ],
  button: ['Confirm new email', 'Confirmar el correo electrónico nuevo'],
})

export const emailChangeEmail = declareEmail({
  name: 'identity.email-change',
  kind: 'security',
  title: ['link to confirm a new email address', 'enlace para confirmar un correo electrónico nuevo'],
  texts: emailChangeTexts,
  body: ['body', 'notYou'],
})

/** The email with the one-time link to the new address of an account. */
export function ConfirmNewAddressEmail({ locale, organization_name, first_name, loginid, href }: PasswordLinkProps) {
  const t = (key: keyof typeof emailChangeTexts) =>
    localText(locale, emailChangeTexts, key, { loginid, organization_name })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      name={first_name}
      body={[t('body'), t('notYou')]}
      button={{ label: t('button'), href }}
    />
  )
}
