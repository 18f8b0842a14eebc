import { texts } from '#platform/texts.ts'

export const stepTexts = texts({
  codeTitle: ["Confirm it's you", 'Confirme su identidad'],
  codeLead: ['Enter the code from your authenticator app.', 'Escriba el código de su aplicación de autenticación.'],
  recoveryLead: ['Enter one of your saved recovery codes.', 'Escriba uno de los códigos de recuperación que guardó.'],
  passkeyLead: ['Use your passkey to continue.', 'Use su llave de acceso para continuar.'],
  code: ['Code', 'Código'],
  recoveryCode: ['Recovery code', 'Código de recuperación'],
  verify: ['Verify', 'Verificar'],
  lostPhone: ['Use a recovery code', 'Usar un código de recuperación'],
  haveApp: ['Use your authenticator app', 'Usar su aplicación de autenticación'],
  startAgain: ['Start over', 'Empezar de nuevo'],
  setUpTitle: ['Set up two-factor authentication', 'Configure la autenticación de dos factores'],
  setUpLead: [
    'Your account must use two-factor authentication. It takes a minute to set up.',
    'Su cuenta debe usar la autenticación de dos factores. Configurarla toma un minuto.',
  ],
  codesTitle: ['Save your recovery codes', 'Guarde sus códigos de recuperación'],
  kept: ["I've saved my codes", 'Ya guardé mis códigos'],
})
