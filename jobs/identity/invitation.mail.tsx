import { Letter } from '../../platform/mail/letter.tsx'
import { type Locale, say, texts } from '../../platform/texts.ts'

export const invitationTexts = texts({
  subject: ['{organization_name} invites you as an instructor', '{organization_name} le invita como instructor'],
  heading: ['Become an instructor', 'Sea instructor'],
  preheader: ['The link works once and for seven days.', 'El enlace funciona una sola vez y durante siete días.'],
  hello: ['Hello {first_name},', 'Hola, {first_name}:'],
  helloAny: ['Hello,', 'Hola:'],
  body: [
    '{inviter} invites you to become an instructor of {organization_name}. Accept the invitation to choose your username and password. The link works once and for seven days.',
    '{inviter} le invita a ser instructor de {organization_name}. Acepte la invitación para elegir su nombre de usuario y su contraseña. El enlace funciona una sola vez y durante siete días.',
  ],
  notYou: [
    'If you do not know what this is about, there is nothing to do.',
    'Si no sabe de qué se trata, no tiene que hacer nada.',
  ],
  button: ['Accept Invitation', 'Aceptar invitación'],
})

export type InvitationProps = {
  locale: Locale
  organization_name: string
  first_name: string
  inviter: string
  href: string
}

/** The letter with the one-time link of an invitation. */
export function InvitationLetter({ locale, organization_name, first_name, inviter, href }: InvitationProps) {
  const t = (key: keyof typeof invitationTexts) =>
    say(locale, invitationTexts, key, { first_name, organization_name, inviter: inviter || organization_name })
  return (
    <Letter
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      button={{ label: t('button'), href }}
    >
      <p>{t(first_name ? 'hello' : 'helloAny')}</p>
      <p>{t('body')}</p>
      <p>{t('notYou')}</p>
    </Letter>
  )
}
