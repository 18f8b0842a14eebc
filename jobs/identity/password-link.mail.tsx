import { Letter } from '../../platform/mail/letter.tsx'
import { type Locale, say, texts } from '../../platform/texts.ts'

export const passwordLinkTexts = texts({
  subject: ['Choose a new password for {organization_name}', 'Elija una contraseña nueva para {organization_name}'],
  heading: ['Choose a new password', 'Elija una contraseña nueva'],
  preheader: ['The link works once and for 30 minutes.', 'El enlace funciona una sola vez y durante 30 minutos.'],
  hello: ['Hello {first_name},', 'Hola, {first_name}:'],
  body: [
    'somebody asked for a new password for the account {loginid}. If it was you, choose one now. The link works once and for 30 minutes.',
    'alguien ha pedido una contraseña nueva para la cuenta {loginid}. Si ha sido usted, elíjala ahora. El enlace funciona una sola vez y durante 30 minutos.',
  ],
  notYou: [
    'If it was not you, there is nothing to do: your password stays as it is.',
    'Si no ha sido usted, no tiene que hacer nada: su contraseña no cambia.',
  ],
  button: ['Choose a new password', 'Elegir una contraseña nueva'],
})

export type PasswordLinkProps = {
  locale: Locale
  organization_name: string
  first_name: string
  loginid: string
  href: string
}

/** The letter with the one-time link to choose a new password. */
export function PasswordLinkLetter({ locale, organization_name, first_name, loginid, href }: PasswordLinkProps) {
  const t = (key: keyof typeof passwordLinkTexts) => say(locale, passwordLinkTexts, key, { first_name, loginid })
  return (
    <Letter
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      button={{ label: t('button'), href }}
    >
      <p>{t('hello')}</p>
      <p>{t('body')}</p>
      <p>{t('notYou')}</p>
    </Letter>
  )
}
