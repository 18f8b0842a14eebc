import { randomUUID } from 'node:crypto'
import { passwordResetRequested } from '#modules/identity/facts.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { type Locale, localText, texts } from '#platform/texts.ts'

export const passwordLinkTexts = texts({
  subject: ['Choose a new password for {organization_name}', 'Elija una contraseña nueva para {organization_name}'],
  heading: ['Choose a new password', 'Elija una contraseña nueva'],
  preheader: [
    'The link works once and expires in 30 minutes.',
    'El enlace funciona una sola vez y vence en 30 minutos.',
  ],
  body: [
    'Someone asked to reset the password for {loginid}. If it was you, choose a new one now. The link works once and expires in 30 minutes.',
    'Alguien pidió restablecer la contraseña de {loginid}. Si fue usted, elija una nueva ahora. El enlace funciona una sola vez y vence en 30 minutos.',
  ],
  bodyMany: [
    'Someone asked to reset a password. These accounts use this email address. Each link works once and expires in 30 minutes.',
    'Alguien pidió restablecer una contraseña. Estas cuentas usan esta dirección de correo electrónico. Cada enlace funciona una sola vez y vence en 30 minutos.',
  ],
  choose: [
    'Choose a password for {loginid} ({organization_name})',
    'Elegir una contraseña para {loginid} ({organization_name})',
  ],
  unknown: [
    "Don't know one of these accounts? Someone may have used your email address. Choosing a new password removes their access. If your account isn't listed, ask again with its username.",
    '¿No reconoce alguna de estas cuentas? Es posible que alguien haya usado su correo electrónico. Al elegir una contraseña nueva, esa persona pierde el acceso. Si su cuenta no aparece, vuelva a pedirlo con su nombre de usuario.',
  ],
  notYou: [
    "Didn't ask for this? Ignore this email. Your password stays the same.",
    '¿No lo pidió usted? Ignore este correo. Su contraseña no cambia.',
  ],
  button: ['Choose a new password', 'Elegir una contraseña nueva'],
})

export const passwordLinkEmail = declareEmail({
  name: 'identity.password-link',
  kind: 'security',
  title: ['link to choose a new password', 'enlace para elegir una contraseña nueva'],
  again: (ctx, { user_id }) => ctx.emit(passwordResetRequested, { request_id: randomUUID(), user_ids: [user_id] }),
  texts: passwordLinkTexts,
  body: ['body', 'bodyMany', 'unknown', 'notYou'],
})

/** The props of emails about one account. */
export type PasswordLinkProps = {
  locale: Locale
  organization_name: string
  first_name: string
  loginid: string
  href: string
}

type Account = Pick<PasswordLinkProps, 'loginid' | 'organization_name' | 'href'>
type LinksProps = Pick<PasswordLinkProps, 'locale' | 'organization_name' | 'first_name'> & {
  accounts: readonly Account[]
}

/** The email with the one-time link to choose a new password, or one per account with the address. */
export function PasswordLinkEmail({ locale, organization_name, first_name, accounts }: LinksProps) {
  const [{ loginid, href }] = accounts as [Account]
  const t = (key: keyof typeof passwordLinkTexts) =>
    localText(locale, passwordLinkTexts, key, { loginid, organization_name })
  const hasSeveral = accounts.length > 1
  const links = accounts.map((account) => (
    <p key={account.loginid}>
      <a href={account.href}>{localText(locale, passwordLinkTexts, 'choose', account)}</a>
    </p>
  ))
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      name={first_name}
      body={hasSeveral ? [t('bodyMany'), ...links, t('unknown'), t('notYou')] : [t('body'), t('notYou')]}
      {...(hasSeveral ? {} : { button: { label: t('button'), href } })}
    />
  )
}
