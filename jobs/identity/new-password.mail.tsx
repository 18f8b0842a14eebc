import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { localText, texts } from '#platform/texts.ts'
import type { PasswordLinkProps } from './password-link.mail.tsx'

export const newPasswordTexts = texts({
  subject: ['Your password for {organization_name} was changed', 'Se cambió su contraseña de {organization_name}'],
  heading: ['Your password was changed', 'Se cambió su contraseña'],
  body: [
    'Your password for {loginid} was changed. Every other device was signed out.',
    'Se cambió la contraseña de {loginid}. Se cerró la sesión en los demás dispositivos.',
  ],
  notYou: [
    "If this wasn't you, choose a new password right away.",
    'Si no fue usted, elija una contraseña nueva de inmediato.',
  ],
  button: ['Choose a new password', 'Elegir una contraseña nueva'],
})

export const newPasswordEmail = declareEmail({
  name: 'identity.new-password',
  kind: 'security',
  title: ['password changed', 'cambio de contraseña'],
  texts: newPasswordTexts,
  body: ['body', 'notYou'],
})

/** The email about a new password. */
export function NewPasswordEmail({ locale, organization_name, first_name, loginid, href }: PasswordLinkProps) {
  const t = (key: keyof typeof newPasswordTexts) =>
    localText(locale, newPasswordTexts, key, { loginid, organization_name })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('body')}
      heading={t('heading')}
      name={first_name}
      body={[t('body'), t('notYou')]}
      button={{ label: t('button'), href }}
    />
  )
}
