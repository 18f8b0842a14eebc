import { texts } from '#platform/texts.ts'

export const twoFactorTexts = texts({
  title: ['Two-Factor Authentication', 'Autenticación de dos factores'],
  codeRequired: ['Enter the code.', 'Escriba el código.'],
  code: ['Code', 'Código'],
  codeHint: [
    'The 6 digits your authenticator app shows now.',
    'Los 6 dígitos que muestra ahora su aplicación de autenticación.',
  ],
  on: ['On', 'Activada'],
  off: ['Off', 'Desactivada'],
  lead: [
    'When you sign in, you enter your password and a code from an app on your phone.',
    'Al iniciar sesión, escribirá su contraseña y un código de una aplicación en su teléfono.',
  ],
  required: ['Your organization requires it for staff.', 'Su organización la exige al personal.'],
  setUp: ['Set up', 'Configurar'],
  replace: ['Use another phone', 'Usar otro teléfono'],
  turnOff: ['Turn off', 'Desactivar'],
  turnOffAsk: [
    "You'll sign in with only your password. Your recovery codes will stop working.",
    'Iniciará sesión solo con su contraseña. Sus códigos de recuperación dejarán de funcionar.',
  ],
  scan: [
    'Scan this code with an authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password. Then enter the 6 digits it shows.',
    'Escanee este código con una aplicación de autenticación, como Google Authenticator, Microsoft Authenticator o 1Password. Luego escriba los 6 dígitos que muestra.',
  ],
  qr: ['QR code for your authenticator app', 'Código QR para su aplicación de autenticación'],
  byHand: ['Or enter this key in the app:', 'O escriba esta clave en la aplicación:'],
  confirm: ['Confirm', 'Confirmar'],
  confirming: ['Confirming…', 'Confirmando…'],
  enabled: ['Two-factor authentication is on.', 'La autenticación de dos factores está activada.'],
  disabled: ['Two-factor authentication is off.', 'La autenticación de dos factores está desactivada.'],
  codes: ['Recovery codes', 'Códigos de recuperación'],
  codesLead: [
    "If you lose your phone, use one of these codes to sign in. Each works once. Keep them in a safe place. We won't show them again.",
    'Si pierde su teléfono, use uno de estos códigos para iniciar sesión. Cada uno funciona una sola vez. Guárdelos en un lugar seguro. No los mostraremos de nuevo.',
  ],
  codesLeft: ['Recovery codes left: {n}', 'Códigos de recuperación disponibles: {n}'],
  renew: ['Get new recovery codes', 'Generar códigos de recuperación nuevos'],
  copy: ['Copy', 'Copiar'],
  copied: ['Copied', 'Copiado'],
  print: ['Print', 'Imprimir'],
  kept: ["I've saved my codes", 'Ya guardé mis códigos'],
  cancel: ['Cancel', 'Cancelar'],
})
