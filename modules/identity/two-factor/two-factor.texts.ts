import { texts } from '../../../platform/texts.ts'

export const twoFactorTexts = texts({
  title: ['Two-Factor Authentication', 'Autenticación de dos factores'],
  codeRequired: ['Enter the code.', 'Escriba el código.'],
  code: ['Code', 'Código'],
  codeHint: ['The 6 digits that your authenticator app shows now.', 'Los 6 dígitos que muestra ahora su aplicación.'],
  on: ['On', 'Activada'],
  off: ['Off', 'Desactivada'],
  lead: [
    'Besides your password, you enter a code of an app on your phone when you sign in.',
    'Además de la contraseña, al iniciar sesión escribe un código de una aplicación de su teléfono.',
  ],
  required: ['Your organization asks its staff for it.', 'Su organización lo exige a su personal.'],
  setUp: ['Set up', 'Configurar'],
  replace: ['Use another phone', 'Usar otro teléfono'],
  turnOff: ['Turn off', 'Desactivar'],
  turnOffAsk: [
    'You will sign in with your password alone. Your recovery codes become void.',
    'Iniciará sesión solo con su contraseña. Sus códigos de recuperación dejarán de valer.',
  ],
  scan: [
    'Scan this picture with an authenticator app (Google Authenticator, Microsoft Authenticator, 1Password and the like), then enter the code that it shows.',
    'Escanee esta imagen con una aplicación de autenticación (Google Authenticator, Microsoft Authenticator, 1Password y similares) y escriba el código que muestra.',
  ],
  qr: ['QR code for your authenticator app', 'Código QR para su aplicación de autenticación'],
  byHand: ['Or type this key into the app:', 'O escriba esta clave en la aplicación:'],
  confirm: ['Confirm', 'Confirmar'],
  confirming: ['Confirming...', 'Confirmando...'],
  enabled: ['Two-factor authentication is on.', 'La autenticación de dos factores está activada.'],
  disabled: ['Two-factor authentication is off.', 'La autenticación de dos factores está desactivada.'],
  codes: ['Recovery codes', 'Códigos de recuperación'],
  codesLead: [
    'Each of these codes signs you in once if you lose your phone. Keep them in a safe place: they are not shown again.',
    'Cada uno de estos códigos permite iniciar sesión una vez si pierde el teléfono. Guárdelos en un lugar seguro: no se mostrarán de nuevo.',
  ],
  codesLeft: ['{n} recovery codes left', 'Quedan {n} códigos de recuperación'],
  renew: ['New recovery codes', 'Códigos nuevos'],
  copy: ['Copy', 'Copiar'],
  copied: ['Copied', 'Copiado'],
  print: ['Print', 'Imprimir'],
  kept: ['I have kept them', 'Los he guardado'],
  cancel: ['Cancel', 'Cancelar'],
})
