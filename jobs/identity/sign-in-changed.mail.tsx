import { Letter } from '../../platform/mail/letter.tsx'
import { type Locale, say, texts } from '../../platform/texts.ts'

export const signInChangedTexts = texts({
  subject: [
    'How you sign in to {organization_name} was changed',
    'Se ha cambiado su forma de iniciar sesión en {organization_name}',
  ],
  heading: ['Your e-mail address or username was changed', 'Se ha cambiado su correo electrónico o nombre de usuario'],
  hello: ['Hello {first_name},', 'Hola, {first_name}:'],
  body: [
    'the e-mail address or the username of your account at {organization_name} was changed. Letters now go to {masked}.',
    'se ha cambiado el correo electrónico o el nombre de usuario de su cuenta en {organization_name}. Los mensajes se envían ahora a {masked}.',
  ],
  notYou: [
    'If you did not expect this, please tell the support at once.',
    'Si no esperaba este cambio, avise al soporte de inmediato.',
  ],
  button: ['Go to the site', 'Ir al sitio'],
})

/** `masked` shows enough of the address in use to recognise it and too little to write to it. */
type Props = { locale: Locale; organization_name: string; first_name: string; masked: string; href: string }

/** Goes to the old and to the new address: whoever did not change it must hear of it where they still read mail. */
export function SignInChangedLetter({ locale, href, ...params }: Props) {
  const t = (key: keyof typeof signInChangedTexts) => say(locale, signInChangedTexts, key, params)
  return (
    <Letter
      locale={locale}
      brand={{ name: params.organization_name }}
      preheader={t('heading')}
      heading={t('heading')}
      button={{ label: t('button'), href }}
    >
      <p>{t('hello')}</p>
      <p>{t('body')}</p>
      <p>{t('notYou')}</p>
    </Letter>
  )
}
