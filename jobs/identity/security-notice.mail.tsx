import type { SecurityChange } from '#modules/identity/facts.ts'
import { declareEmail } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { type Locale, localText, type PlainKey, type Text, type Texts, texts } from '#platform/texts.ts'

/** The subject and sentence for an event. */
export const securityNotices: Readonly<Record<SecurityChange, readonly [heading: Text, body: Text]>> = {
  tfa_enabled: [
    ['Two-factor authentication was turned on', 'Se activó la autenticación de dos factores'],
    [
      "Two-factor authentication is now on for {loginid}. You'll need a code from your authenticator app each time you sign in.",
      'La autenticación de dos factores está activada para {loginid}. Necesitará un código de su aplicación de autenticación cada vez que inicie sesión.',
    ],
  ],
  tfa_disabled: [
    ['Two-factor authentication was turned off', 'Se desactivó la autenticación de dos factores'],
    [
      'Two-factor authentication is now off for {loginid}. You can sign in without a code from an app.',
      'La autenticación de dos factores está desactivada para {loginid}. Puede iniciar sesión sin un código de una aplicación.',
    ],
  ],
  tfa_reset: [
    ['Your two-factor authentication was reset', 'Se restableció su autenticación de dos factores'],
    [
      'Our staff removed the authenticator app, recovery codes and passkeys of {loginid}. Every device was signed out.',
      'Nuestro personal quitó la aplicación de autenticación, los códigos de recuperación y las llaves de acceso de {loginid}. Se cerró la sesión en todos los dispositivos.',
    ],
  ],
  recovery_codes_renewed: [
    ['You have new recovery codes', 'Tiene códigos de recuperación nuevos'],
    [
      'New recovery codes were created for {loginid}. The old ones no longer work.',
      'Se crearon códigos de recuperación nuevos para {loginid}. Los anteriores ya no funcionan.',
    ],
  ],
  recovery_code_used: [
    ['A recovery code was used', 'Se usó un código de recuperación'],
    [
      "A recovery code was used to sign in to {loginid}. It won't work again.",
      'Se usó un código de recuperación para iniciar sesión en {loginid}. No volverá a funcionar.',
    ],
  ],
  codes_refused: [
    ['Too many wrong codes for your account', 'Demasiados códigos incorrectos en su cuenta'],
    [
      "Someone who knows the password of {loginid} entered 20 wrong codes. We won't accept codes from an app until tomorrow. If this wasn't you, choose a new password now.",
      'Alguien que conoce la contraseña de {loginid} escribió 20 códigos incorrectos. No aceptaremos códigos de la aplicación hasta mañana. Si no fue usted, elija una contraseña nueva ahora.',
    ],
  ],
  passkey_added: [
    ['A passkey was added', 'Se agregó una llave de acceso'],
    [
      'A passkey was added to your account ({loginid}). It can be used to sign in.',
      'Se agregó una llave de acceso a su cuenta ({loginid}). Puede usarse para iniciar sesión.',
    ],
  ],
  passkey_removed: [
    ['A passkey was removed', 'Se quitó una llave de acceso'],
    [
      'A passkey was removed from your account ({loginid}). It can no longer be used to sign in.',
      'Se quitó una llave de acceso de su cuenta ({loginid}). Ya no puede usarse para iniciar sesión.',
    ],
  ],
  sign_ins_failed: [
    ['Too many failed attempts to sign in to your account', 'Fallaron muchos intentos de iniciar sesión en su cuenta'],
    [
      'Someone tried many passwords for {loginid}. For now, sign in on a device you have used before, or choose “Forgot password” to get a link at this email address.',
      'Alguien probó muchas contraseñas para {loginid}. Por ahora, inicie sesión en un dispositivo que ya haya usado o pida un enlace a este correo (“¿Olvidó su contraseña?”).',
    ],
  ],
  account_linked: [
    ['Another account was linked to yours', 'Se vinculó otra cuenta a la suya'],
    [
      'Someone signed in to {loginid} and linked it to another account. You can switch between the two.',
      'Alguien inició sesión en {loginid} y la vinculó a otra cuenta. Puede cambiar de una a otra.',
    ],
  ],
  social_linked: [
    ['Another way to sign in was connected', 'Se conectó otra forma de iniciar sesión'],
    [
      'An account from another service is now connected to {loginid}. You can use it to sign in.',
      'Una cuenta de otro servicio está ahora conectada a {loginid}. Puede usarla para iniciar sesión.',
    ],
  ],
  social_unlinked: [
    ['A way to sign in was disconnected', 'Se desconectó una forma de iniciar sesión'],
    [
      'An account from another service is no longer connected to {loginid}. It can no longer be used to sign in.',
      'Una cuenta de otro servicio ya no está conectada a {loginid}. Ya no puede usarse para iniciar sesión.',
    ],
  ],
  other_ways_removed: [
    ['Your email address was confirmed', 'Su correo electrónico está confirmado'],
    [
      'You confirmed the email address of your account ({loginid}). For your security, we removed every other way to sign in that was added before. This includes connected services, passkeys, authenticator apps and linked accounts. You can add yours again in your account settings.',
      'Usted confirmó el correo electrónico de su cuenta ({loginid}). Por su seguridad, quitamos las demás formas de iniciar sesión que se habían agregado antes, como servicios conectados, llaves de acceso, aplicaciones de autenticación y cuentas vinculadas. Puede volver a agregar las suyas en la configuración de su cuenta.',
    ],
  ],
  account_unlinked: [
    ['An account was unlinked from yours', 'Se desvinculó una cuenta de la suya'],
    ['{loginid} is no longer linked to another account.', 'La cuenta {loginid} ya no está vinculada a otra cuenta.'],
  ],
  new_device: [
    ['A new device signed in', 'Se inició sesión en un dispositivo nuevo'],
    [
      "{loginid} was used to sign in on a device and from a place we haven't seen before.",
      'Se inició sesión en {loginid} con un dispositivo y desde un lugar que no conocíamos.',
    ],
  ],
}

export const securityNoticeTexts = texts({
  subject: ['{what} ({organization_name})', '{what} ({organization_name})'],
  wasYou: ["If this was you, you don't need to do anything.", 'Si fue usted, no tiene que hacer nada.'],
  notYou: [
    "If this wasn't you, choose a new password right away and check your security settings.",
    'Si no fue usted, elija una contraseña nueva de inmediato y revise la configuración de seguridad de su cuenta.',
  ],
  asked: [
    'If you asked for this, sign in with your password and set up your second step again.',
    'Si usted lo pidió, inicie sesión con su contraseña y vuelva a configurar el segundo paso.',
  ],
  notAsked: [
    "If you didn't ask for this, choose a new password right away and contact support.",
    'Si no lo pidió, elija una contraseña nueva de inmediato y comuníquese con soporte.',
  ],
  button: ['Choose a new password', 'Elegir una contraseña nueva'],
})

const securityTable: Texts = {
  ...securityNoticeTexts,
  ...Object.fromEntries(
    Object.entries(securityNotices).flatMap(([kind, [heading, body]]) => [
      [`${kind}.heading`, heading],
      [`${kind}.body`, body],
    ]),
  ),
}

export const securityEmail = declareEmail({
  name: 'identity.security-notice',
  kind: 'security',
  title: ['security notice', 'aviso de seguridad'],
  texts: securityTable,
  body: [
    ...Object.keys(securityTable).filter((key) => /\.(heading|body)$/.test(key)),
    'wasYou',
    'notYou',
    'asked',
    'notAsked',
  ],
  samples: { what: ['A passkey was added', 'Se agregó una llave de acceso'] },
})

type NoticeProps = {
  kind: SecurityChange
  locale: Locale
  organization_name: string
  first_name: string
  loginid: string
  href: string
}

/** The email about a changed sign-in method. */
export function SecurityNotice({ kind, locale, organization_name, first_name, loginid, href }: NoticeProps) {
  const t = (key: PlainKey<typeof securityNoticeTexts>) => localText(locale, securityNoticeTexts, key)
  // Staff reset at the person's request.
  const closing = kind === 'tfa_reset' ? [t('asked'), t('notAsked')] : [t('wasYou'), t('notYou')]
  const [heading, body] = securityNotices[kind].map((text) => localText(locale, { text }, 'text', { loginid }))
  return (
    <Email
      locale={locale}
      brand={{ name: organization_name }}
      preheader={body!}
      heading={heading!}
      name={first_name}
      body={[body, ...closing]}
      button={{ label: t('button'), href }}
    />
  )
}
