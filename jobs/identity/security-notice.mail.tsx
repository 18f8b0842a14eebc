import type { SecurityChange } from '../../modules/identity/index.ts'
import { Letter } from '../../platform/mail/letter.tsx'
import { type Locale, say, type Text, texts } from '../../platform/texts.ts'

/** What has happened, as the subject of the letter and as its sentence. */
export const securityNotices: Readonly<Record<SecurityChange, readonly [heading: Text, body: Text]>> = {
  tfa_enabled: [
    ['Two-factor authentication was turned on', 'Se ha activado la autenticación de dos factores'],
    [
      'signing in to the account {loginid} asks for a code of an authenticator app from now on.',
      'desde ahora, para entrar en la cuenta {loginid} se pide un código de una aplicación de autenticación.',
    ],
  ],
  tfa_disabled: [
    ['Two-factor authentication was turned off', 'Se ha desactivado la autenticación de dos factores'],
    [
      'signing in to the account {loginid} asks for no code of an app any more.',
      'para entrar en la cuenta {loginid} ya no se pide ningún código de una aplicación.',
    ],
  ],
  tfa_reset: [
    ['Your second factors were reset', 'Se han restablecido sus segundos factores'],
    [
      'a member of our staff removed the authenticator app, the recovery codes and the passkeys of the account {loginid}, and every device was signed out.',
      'un miembro de nuestro personal ha quitado la aplicación, los códigos de recuperación y las llaves de acceso de la cuenta {loginid} y ha cerrado todas las sesiones.',
    ],
  ],
  recovery_codes_renewed: [
    ['New recovery codes were made', 'Se han creado códigos de recuperación nuevos'],
    [
      'the account {loginid} has new recovery codes; the old ones are void.',
      'la cuenta {loginid} tiene códigos de recuperación nuevos; los anteriores ya no valen.',
    ],
  ],
  recovery_code_used: [
    ['A recovery code was used', 'Se ha usado un código de recuperación'],
    [
      'somebody used a recovery code of the account {loginid}. It will not work again.',
      'alguien ha usado un código de recuperación de la cuenta {loginid}. No volverá a valer.',
    ],
  ],
  codes_refused: [
    ['Many wrong codes for your account', 'Muchos códigos incorrectos en su cuenta'],
    [
      'somebody who knows the password of the account {loginid} entered twenty wrong codes. No code of an app is taken until tomorrow. If it was not you, choose a new password now.',
      'alguien que conoce la contraseña de la cuenta {loginid} ha escrito veinte códigos incorrectos. Hasta mañana no se aceptan códigos de la aplicación. Si no ha sido usted, elija ya una contraseña nueva.',
    ],
  ],
  passkey_added: [
    ['A passkey was added', 'Se ha agregado una llave de acceso'],
    [
      'a new passkey can sign in to the account {loginid}.',
      'una nueva llave de acceso permite entrar en la cuenta {loginid}.',
    ],
  ],
  passkey_removed: [
    ['A passkey was removed', 'Se ha quitado una llave de acceso'],
    [
      'a passkey of the account {loginid} was removed and signs in no more.',
      'se ha quitado una llave de acceso de la cuenta {loginid}, que ya no permite entrar.',
    ],
  ],
  sign_ins_failed: [
    ['Many attempts to sign in to your account failed', 'Muchos intentos de entrar en su cuenta han fallado'],
    [
      'somebody tried many passwords for the account {loginid}. It opens only where it was opened before, or by a link that we send to this address ("Forgot password").',
      'alguien ha probado muchas contraseñas para la cuenta {loginid}. Solo se abre donde ya se ha abierto antes, o con un enlace que enviamos a esta dirección ("Contraseña olvidada").',
    ],
  ],
  account_linked: [
    ['Another account was connected to yours', 'Se ha conectado otra cuenta a la suya'],
    [
      'somebody who signed in to the account {loginid} connected it to another account; one can switch to the other.',
      'alguien que entró en la cuenta {loginid} la ha conectado a otra cuenta; se puede cambiar de una a otra.',
    ],
  ],
  social_linked: [
    ['Another way to sign in was connected', 'Se ha conectado otra forma de iniciar sesión'],
    [
      'one can sign in to the account {loginid} with an account of another service from now on.',
      'desde ahora se puede entrar en la cuenta {loginid} con una cuenta de otro servicio.',
    ],
  ],
  social_unlinked: [
    ['A way to sign in was disconnected', 'Se ha desconectado una forma de iniciar sesión'],
    [
      'one cannot sign in to the account {loginid} with an account of another service any more.',
      'ya no se puede entrar en la cuenta {loginid} con una cuenta de otro servicio.',
    ],
  ],
  other_ways_removed: [
    ['Your email address was confirmed', 'Su correo electrónico está confirmado'],
    [
      'You confirmed the email address of your account ({loginid}). For your security, we removed every other way to sign in that was added before, such as connected services, passkeys, authenticator apps and linked accounts. You can add yours again in your account settings.',
      'Usted confirmó el correo electrónico de su cuenta ({loginid}). Por su seguridad, quitamos las demás formas de iniciar sesión que se habían agregado antes, como servicios conectados, llaves de acceso, aplicaciones de autenticación y cuentas vinculadas. Puede volver a agregar las suyas en la configuración de su cuenta.',
    ],
  ],
  account_unlinked: [
    ['An account was disconnected from yours', 'Se ha desconectado una cuenta de la suya'],
    [
      'the account {loginid} is not connected to another account any more.',
      'la cuenta {loginid} ya no está conectada a otra cuenta.',
    ],
  ],
  new_device: [
    ['A new device signed in', 'Ha iniciado sesión un dispositivo nuevo'],
    [
      'somebody signed in to the account {loginid} on a device and from a place that we had not seen before.',
      'alguien ha entrado en la cuenta {loginid} con un dispositivo y desde un lugar que no conocíamos.',
    ],
  ],
}

export const securityNoticeTexts = texts({
  subject: ['{what} ({organization_name})', '{what} ({organization_name})'],
  hello: ['Hello {first_name},', 'Hola, {first_name}:'],
  wasYou: ['If it was you, there is nothing to do.', 'Si ha sido usted, no tiene que hacer nada.'],
  notYou: [
    'If it was not you, choose a new password at once and look at the security settings of your account.',
    'Si no ha sido usted, elija una contraseña nueva de inmediato y revise la seguridad de su cuenta.',
  ],
  button: ['It was not me', 'No he sido yo'],
})

type NoticeProps = {
  kind: SecurityChange
  locale: Locale
  organization_name: string
  first_name: string
  loginid: string
  href: string
}

/** The letter that tells of a change in how somebody signs in. */
export function SecurityNotice({ kind, locale, organization_name, first_name, loginid, href }: NoticeProps) {
  const t = (key: keyof typeof securityNoticeTexts) => say(locale, securityNoticeTexts, key, { first_name })
  const [heading, body] = securityNotices[kind].map((text) => say(locale, { text }, 'text', { loginid }))
  return (
    <Letter
      locale={locale}
      brand={{ name: organization_name }}
      preheader={body!}
      heading={heading!}
      button={{ label: t('button'), href }}
    >
      <p>{t('hello')}</p>
      <p>{body}</p>
      <p>{t('wasYou')}</p>
      <p>{t('notYou')}</p>
    </Letter>
  )
}
