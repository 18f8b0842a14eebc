import { texts } from '#platform/texts.ts'

export const proveTexts = texts({
  title: ["Confirm it's you", 'Confirme su identidad'],
  lead: [
    "You're changing how your account is protected. We won't ask again for 15 minutes.",
    'Va a cambiar la protección de su cuenta. No volveremos a preguntarle durante 15 minutos.',
  ],
  password: ['Password', 'Contraseña'],
  code: [
    'Code from your authenticator app, or a recovery code',
    'Código de su aplicación de autenticación o un código de recuperación',
  ],
  confirm: ['Confirm', 'Confirmar'],
  confirming: ['Confirming…', 'Confirmando…'],
  cancel: ['Cancel', 'Cancelar'],
  usePassword: ['Use your password', 'Usar su contraseña'],
  useCode: ['Use a code', 'Usar un código'],
  usePasskey: ['Use a passkey', 'Usar una llave de acceso'],
  signInAgain: [
    'Sign out and back in, then return here within 15 minutes. If you sign in through your organization or another site, first set a password with “Forgot password”.',
    'Cierre la sesión, vuelva a iniciarla y regrese aquí en menos de 15 minutos. Si inicia sesión a través de su organización o de otro sitio, establezca primero una contraseña con “¿Olvidó su contraseña?”.',
  ],
})
