import { resendWelcome } from '#modules/identity/account-lifecycle/resend-welcome.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { localText, texts } from '#platform/texts.ts'
import type { PasswordLinkProps } from './password-link.mail.tsx'

export const welcomeTexts = texts({
  subject: ['Welcome to {organization_name}', 'Le damos la bienvenida a {organization_name}'],
  heading: ['Welcome', 'Le damos la bienvenida'],
  preheader: ['Choose a password to get started.', 'Elija una contraseña para empezar.'],
  body: [
    '{organization_name} created an account for you. Your username is {loginid}. Choose a password to get started. The link works once and expires in 7 days.',
    '{organization_name} creó una cuenta para usted. Su nombre de usuario es {loginid}. Elija una contraseña para empezar. El enlace funciona una sola vez y vence en 7 días.',
  ],
  late: [
    'After that, choose “Forgot password” on the sign-in page to get a new link.',
    'Después, puede pedir un enlace nuevo en la página de inicio de sesión (“¿Olvidó su contraseña?”).',
  ],
  button: ['Choose a password', 'Elegir una contraseña'],
})

export const welcomeEmail = declareEmail({
  name: 'identity.welcome',
  kind: 'security',
  title: ['welcome', 'bienvenida'],
  again: (ctx, { user_id }) => resendWelcome.run(ctx, { user_id }),
  texts: welcomeTexts,
  body: ['body', 'late'],
})

/** The email to a person whom staff added, with the link to choose the first password. */
export function WelcomeEmail({ locale, organization_name, first_name, loginid, href }: PasswordLinkProps) {
  const t = (key: keyof typeof welcomeTexts) => localText(locale, welcomeTexts, key, { organization_name, loginid })
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      name={first_name}
      body={[t('body'), t('late')]}
      button={{ label: t('button'), href }}
    />
  )
}
