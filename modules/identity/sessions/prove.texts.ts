import { texts } from '../../../platform/texts.ts'

export const proveTexts = texts({
  title: ['Confirm that it is you', 'Confirme que es usted'],
  lead: [
    'This changes how your account is protected. You will not be asked again for 15 minutes.',
    'Esto cambia la protección de su cuenta. No se le volverá a preguntar durante 15 minutos.',
  ],
  password: ['Password', 'Contraseña'],
  code: [
    'Code of your authenticator app, or a recovery code',
    'Código de su aplicación de autenticación o un código de recuperación',
  ],
  confirm: ['Confirm', 'Confirmar'],
  confirming: ['Confirming...', 'Confirmando...'],
  cancel: ['Cancel', 'Cancelar'],
  usePassword: ['Use the password', 'Usar la contraseña'],
  useCode: ['Use a code', 'Usar un código'],
  usePasskey: ['Use a passkey', 'Usar una llave de acceso'],
  signInAgain: [
    'Sign out and sign in again, then come back here within 15 minutes.',
    'Cierre la sesión, inicie sesión de nuevo y vuelva aquí en menos de 15 minutos.',
  ],
})
