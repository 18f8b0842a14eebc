import { texts } from '../../../platform/texts.ts'

export const stepTexts = texts({
  codeTitle: ['Confirm that it is you', 'Confirme que es usted'],
  codeLead: [
    'Enter the code that your authenticator app shows for this site.',
    'Escriba el código que su aplicación de autenticación muestra para este sitio.',
  ],
  recoveryLead: [
    'Enter one of the recovery codes that you kept.',
    'Escriba uno de los códigos de recuperación que guardó.',
  ],
  passkeyLead: ['Use your passkey to go on.', 'Use su llave de acceso para continuar.'],
  code: ['Code', 'Código'],
  recoveryCode: ['Recovery code', 'Código de recuperación'],
  verify: ['Verify', 'Verificar'],
  lostPhone: ['Use a recovery code', 'Usar un código de recuperación'],
  haveApp: ['Use the authenticator app', 'Usar la aplicación de autenticación'],
  startAgain: ['Start again', 'Empezar de nuevo'],
  setUpTitle: ['Set up two-factor authentication', 'Configure la autenticación de dos factores'],
  setUpLead: [
    'Your organization asks its staff for a second factor. It takes a minute.',
    'Su organización exige un segundo factor a su personal. Solo lleva un minuto.',
  ],
  codesTitle: ['Keep your recovery codes', 'Guarde sus códigos de recuperación'],
  kept: ['I have kept them', 'Los he guardado'],
})
