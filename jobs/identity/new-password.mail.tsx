import { Letter } from '../../platform/mail/letter.tsx'
import { say, texts } from '../../platform/texts.ts'
import type { PasswordLinkProps } from './password-link.mail.tsx'

export const newPasswordTexts = texts({
  subject: ['Your password for {organization_name} was changed', 'Se ha cambiado su contraseña de {organization_name}'],
  heading: ['Your password was changed', 'Se ha cambiado su contraseña'],
  hello: ['Hello {first_name},', 'Hola, {first_name}:'],
  body: [
    'the password of the account {loginid} was changed, and every other device was signed out.',
    'se ha cambiado la contraseña de la cuenta {loginid} y se ha cerrado la sesión en los demás dispositivos.',
  ],
  notYou: [
    'If it was not you, choose a new password at once.',
    'Si no ha sido usted, elija una contraseña nueva de inmediato.',
  ],
  button: ['It was not me', 'No he sido yo'],
})

/** The letter that tells of a new password. */
export function NewPasswordLetter({ locale, organization_name, first_name, loginid, href }: PasswordLinkProps) {
  const t = (key: keyof typeof newPasswordTexts) => say(locale, newPasswordTexts, key, { first_name, loginid })
  return (
    <Letter
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('body')}
      heading={t('heading')}
      button={{ label: t('button'), href }}
    >
      <p>{t('hello')}</p>
      <p>{t('body')}</p>
      <p>{t('notYou')}</p>
    </Letter>
  )
}
