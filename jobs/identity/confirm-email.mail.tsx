import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { localText, texts } from '#platform/texts.ts'
import type { PasswordLinkProps } from './password-link.mail.tsx'

export const confirmEmailTexts = texts({
  subject: ['Confirm your email for {organization_name}', 'Confirme su correo electrónico para {organization_name}'],
  heading: ['Confirm your email', 'Confirme su correo electrónico'],
  preheader: [
    'The link works once and expires in 30 minutes.',
    'El enlace funciona una sola vez y vence en 30 minutos.',
  ],
  body: [
    'Confirm that this is the email address for your account ({loginid}). Open the link in the browser where you are signed in. It works once and expires in 30 minutes.',
    'Confirme que esta es la dirección de correo electrónico de su cuenta ({loginid}). Abra el enlace en el navegador donde inició sesión. Funciona una sola vez y vence en 30 minutos.',
  ],
  notYou: [
    "Didn't create this account? Someone may have used your email address. Open the link and choose a new password to remove their access, or ignore this email.",
    '¿No creó usted esta cuenta? Es posible que alguien haya usado su correo electrónico. Abra el enlace y elija una contraseña nueva para quitarle el acceso, o ignore este correo.',
  ],
  button: ['Confirm email', 'Confirmar correo electrónico'],
})

export const confirmEmail = declareEmail({
  name: 'identity.confirm-email',
  kind: 'security',
  title: ['link to confirm the email address', 'enlace para confirmar el correo electrónico'],
  texts: confirmEmailTexts,
  body: ['body', 'notYou'],
})

/** The email with the one-time link to confirm the address of an account. */
export function ConfirmAddressEmail({ locale, organization_name, first_name, loginid, href }: PasswordLinkProps) {
  const t = (key: keyof typeof confirmEmailTexts) =>
    localText(locale, confirmEmailTexts, key, { loginid, organization_name })
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
