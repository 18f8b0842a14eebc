import { texts } from '#platform/texts.ts'

export const sessionTexts = texts({
  title: ['Sessions', 'Sesiones'],
  lead: [
    "These devices are signed in to your account. If you don't recognize one, sign it out and change your password.",
    'Su sesión está iniciada en estos dispositivos. Si no reconoce alguno, cierre la sesión en él y cambie su contraseña.',
  ],
  onSystem: ['{browser} on {system}', '{browser} en {system}'],
  unknown: ['Unknown device', 'Dispositivo desconocido'],
  program: ['Browser', 'Navegador'],
  here: ['This device', 'Este dispositivo'],
  began: ['Signed in on {date} with {method}', 'Inició sesión el {date} con {method}'],
  seen: ['Last active {date}', 'Última actividad: {date}'],
  end: ['Sign out', 'Cerrar sesión'],
  endOf: ['Sign out {device}', 'Cerrar sesión en {device}'],
  endOthers: ['Sign out all other devices', 'Cerrar sesión en los demás dispositivos'],
  ask: [
    "You'll need to sign in again on every other device.",
    'Tendrá que volver a iniciar sesión en los demás dispositivos.',
  ],
})

/** The start of a session, by its `method`. */
export const methodTexts = texts({
  password: ['a password', 'una contraseña'],
  totp: ['an authenticator app', 'una aplicación de autenticación'],
  recovery: ['a recovery code', 'un código de recuperación'],
  passkey: ['a passkey', 'una llave de acceso'],
  google: ['Google', 'Google'],
  facebook: ['Facebook', 'Facebook'],
  storefront: ['an order', 'un pedido'],
  link: ['a link by email', 'un enlace por correo electrónico'],
  switch: ['a linked account', 'una cuenta vinculada'],
  client: ['a link from another site', 'un enlace de otro sitio'],
  organization: ['the sign-in of your organization', 'el inicio de sesión de su organización'],
})
