import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { type Locale, localText, texts } from '#platform/texts.ts'

export const signInLinkTexts = texts({
  subject: ['Your link to sign in to {organization_name}', 'Su enlace para iniciar sesión en {organization_name}'],
  heading: ['Sign in', 'Inicie sesión'],
  preheader: [
    'The link works once and expires in 10 minutes.',
    'El enlace funciona una sola vez y vence en 10 minutos.',
  ],
  body: [
    'Open this link in the browser where you requested it. Reading this on another device? Enter the code {code} in that browser. Both work once and expire in 10 minutes.',
    'Abra este enlace en el navegador donde lo solicitó. ¿Lee este correo en otro dispositivo? Escriba el código {code} en ese navegador. Ambos funcionan una sola vez y vencen en 10 minutos.',
  ],
  bodyMany: [
    'These accounts use this email address. Open a link in the browser where you requested it, or enter its code there. They work once and expire in 10 minutes.',
    'Estas cuentas usan esta dirección de correo electrónico. Abra un enlace en el navegador donde lo solicitó o escriba allí su código. Funcionan una sola vez y vencen en 10 minutos.',
  ],
  bodyPassword: [
    'You have not confirmed the email address of the account {loginid} yet. Choose a new password to confirm it and sign in. The link works once and expires in 30 minutes.',
    'Usted aún no ha confirmado la dirección de correo electrónico de la cuenta {loginid}. Elija una contraseña nueva para confirmarla e iniciar sesión. El enlace funciona una sola vez y vence en 30 minutos.',
  ],
  signIn: ['Sign in as {loginid}', 'Iniciar sesión como {loginid}'],
  code: ['Code: {code}', 'Código: {code}'],
  choose: ['Choose a password for {loginid}', 'Elegir una contraseña para {loginid}'],
  notYou: [
    "Didn't ask for this? Ignore this email, and don't share it with anyone.",
    '¿No lo pidió usted? Ignore este correo y no lo comparta con nadie.',
  ],
  button: ['Sign in', 'Iniciar sesión'],
  buttonPassword: ['Confirm with a new password', 'Confirmar con una contraseña nueva'],
})

export const signInLinkEmail = declareEmail({
  name: 'identity.sign-in-link',
  kind: 'security',
  title: ['link to sign in', 'enlace para iniciar sesión'],
  texts: signInLinkTexts,
  body: ['body', 'bodyMany', 'bodyPassword', 'notYou'],
  samples: { code: '4821 7390' },
})

/** `code` is null for a link to choose a password. */
type SignInLinkAccount = { loginid: string; href: string; code: string | null }

export type SignInLinkProps = {
  locale: Locale
  organization_name: string
  first_name: string
  accounts: readonly SignInLinkAccount[]
}

const spaceCode = (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`

/** The email with the one-time link and code to sign in, or one for each account with the address. */
export function SignInLinkEmail({ locale, organization_name, first_name, accounts }: SignInLinkProps) {
  const [first] = accounts as [SignInLinkAccount]
  const t = (key: keyof typeof signInLinkTexts, account = first) =>
    localText(locale, signInLinkTexts, key, {
      loginid: account.loginid,
      code: spaceCode(account.code ?? ''),
      organization_name,
    })
  const hasSeveral = accounts.length > 1
  const links = accounts.map((account) => (
    <p key={account.href}>
      <a href={account.href}>{t(account.code === null ? 'choose' : 'signIn', account)}</a>
      {account.code !== null && (
        <>
          <br />
          {t('code', account)}
        </>
      )}
    </p>
  ))
  const single = first.code === null ? t('bodyPassword') : t('body')
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={t('preheader')}
      heading={t('heading')}
      name={first_name}
      body={hasSeveral ? [t('bodyMany'), ...links, t('notYou')] : [single, t('notYou')]}
      {...(!hasSeveral && {
        button: { label: t(first.code === null ? 'buttonPassword' : 'button'), href: first.href },
      })}
    />
  )
}
