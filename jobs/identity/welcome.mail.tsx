import { Letter } from '../../platform/mail/letter.tsx'
import { say, texts } from '../../platform/texts.ts'
import type { PasswordLinkProps } from './password-link.mail.tsx'

export const welcomeTexts = texts({
  subject: ['Welcome to {organization_name}', 'Le damos la bienvenida a {organization_name}'],
  heading: ['Welcome', 'Le damos la bienvenida'],
  preheader: ['Choose a password to begin.', 'Elija una contraseña para empezar.'],
  hello: ['Hello {first_name},', 'Hola, {first_name}:'],
  body: [
    'an account was made for you at {organization_name}. Your username is {loginid}. Choose a password to begin. The link works once and for 7 days.',
    'se ha creado una cuenta para usted en {organization_name}. Su nombre de usuario es {loginid}. Elija una contraseña para empezar. El enlace funciona una sola vez y durante 7 días.',
  ],
  late: [
    'After that you can ask for a new link on the sign-in page ("Forgot password").',
    'Después puede pedir un enlace nuevo en la página de inicio de sesión ("Contraseña olvidada").',
  ],
  button: ['Choose a password', 'Elegir una contraseña'],
})

/** The letter to somebody whom staff have added, with the link to choose the first password. */
export function WelcomeLetter({ locale, organization_name, first_name, loginid, href }: PasswordLinkProps) {
  const t = (key: keyof typeof welcomeTexts) =>
    say(locale, welcomeTexts, key, { organization_name, first_name, loginid })
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
      <p>{t('late')}</p>
    </Letter>
  )
}
