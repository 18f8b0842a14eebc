import { texts } from '../../../platform/texts.ts'

export const sessionTexts = texts({
  title: ['Sessions', 'Sesiones'],
  lead: [
    'Where you are signed in. End what you do not know, and change your password then.',
    'Dónde ha iniciado sesión. Cierre lo que no reconozca y cambie entonces su contraseña.',
  ],
  onSystem: ['{browser} on {system}', '{browser} en {system}'],
  unknown: ['Unknown device', 'Dispositivo desconocido'],
  program: ['Browser', 'Navegador'],
  here: ['This device', 'Este dispositivo'],
  began: ['Signed in on {date} with {method}', 'Inició sesión el {date} con {method}'],
  seen: ['Last seen {date}', 'Visto por última vez: {date}'],
  end: ['Sign out', 'Cerrar sesión'],
  endOf: ['Sign out {device}', 'Cerrar sesión en {device}'],
  endOthers: ['Sign out every other device', 'Cerrar sesión en los demás dispositivos'],
  ask: [
    'Every device but this one must sign in again.',
    'Todos los dispositivos salvo este tendrán que iniciar sesión de nuevo.',
  ],
})

/** How a session began, by its `method`. */
export const methodTexts = texts({
  password: ['a password', 'una contraseña'],
  totp: ['an authenticator app', 'una aplicación de autenticación'],
  recovery: ['a recovery code', 'un código de recuperación'],
  passkey: ['a passkey', 'una llave de acceso'],
  google: ['Google', 'Google'],
  facebook: ['Facebook', 'Facebook'],
  storefront: ['an order', 'un pedido'],
  link: ['a link by e-mail', 'un enlace por correo electrónico'],
  switch: ['a linked account', 'una cuenta vinculada'],
})
