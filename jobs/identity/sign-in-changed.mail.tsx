import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { type Locale, localText, texts } from '#platform/texts.ts'

export const signInChangedTexts = texts({
  subject: [
    'Your sign-in details for {organization_name} were changed',
    'Se cambiaron sus datos de inicio de sesión en {organization_name}',
  ],
  heading: ['Your email or username was changed', 'Se cambió su correo electrónico o nombre de usuario'],
  body: [
    'The email or username of your account at {organization_name} was changed. We now send emails to {masked}.',
    'Se cambió el correo electrónico o el nombre de usuario de su cuenta en {organization_name}. Ahora enviamos los correos a {masked}.',
  ],
  notYou: [
    "If you weren't expecting this, contact support right away.",
    'Si no esperaba este cambio, comuníquese con soporte de inmediato.',
  ],
  button: ['Sign in', 'Iniciar sesión'],
})

export const signInChangedEmail = declareEmail({
  name: 'identity.sign-in-changed',
  kind: 'security',
  title: ['email or username changed', 'cambio de correo electrónico o nombre de usuario'],
  texts: signInChangedTexts,
  body: ['body', 'notYou'],
  samples: { masked: 'd***@example.com' },
})

/** `masked` shows enough of the current address to recognize it, but too little to write to it. */
type Props = { locale: Locale; organization_name: string; first_name: string; masked: string; href: string }

/** Sent to the old and the new address, so that an owner who did not change it finds out. */
export function SignInChangedEmail({ locale, href, ...params }: Props) {
  const t = (key: keyof typeof signInChangedTexts) => localText(locale, signInChangedTexts, key, params)
  return (
    <Email
      locale={locale}
      brand={{ name: params.organization_name }}
      preheader={t('heading')}
      heading={t('heading')}
      name={params.first_name}
      body={[t('body'), t('notYou')]}
      button={{ label: t('button'), href }}
    />
  )
}
