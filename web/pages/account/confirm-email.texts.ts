import { texts } from '#platform/texts.ts'

export const confirmEmailTexts = texts({
  title: ['Confirm your email', 'Confirme su correo electrónico'],
  lead: ['Confirm that {email} is your email address.', 'Confirme que {email} es su dirección de correo electrónico.'],
  confirm: ['Confirm email', 'Confirmar correo electrónico'],
  confirming: ['Confirming…', 'Confirmando…'],
  others: ["We'll sign you out on your other devices.", 'Cerraremos su sesión en sus otros dispositivos.'],
  signInLead: [
    'Sign in to {loginid} to confirm your email address.',
    'Inicie sesión en {loginid} para confirmar su correo electrónico.',
  ],
  signIn: ['Sign in', 'Iniciar sesión'],
  notYours: ["Didn't create this account?", '¿No creó usted esta cuenta?'],
  notYoursLead: [
    "Someone may have used your email address. Choose a new password. We'll remove every other way to sign in and sign everyone else out.",
    'Es posible que alguien haya usado su correo electrónico. Elija una contraseña nueva: quitaremos las demás formas de iniciar sesión y cerraremos todas las sesiones.',
  ],
  choose: ['Choose a new password', 'Elegir una contraseña nueva'],
  expired: [
    'This link has expired or was already used. Sign in and send yourself a new one.',
    'Este enlace venció o ya se usó. Inicie sesión y envíese uno nuevo.',
  ],
  toSettings: ['Go to security settings', 'Ir a la configuración de seguridad'],
  done: ['Your email address is confirmed.', 'Su correo electrónico está confirmado.'],
  already: ['Your email address is already confirmed.', 'Su correo electrónico ya está confirmado.'],
  panelLead: [
    'Confirm {email} before you add a way to sign in, such as a passkey, an authenticator app or another account.',
    'Confirme {email} antes de agregar una forma de iniciar sesión, como una llave de acceso, una aplicación de autenticación u otra cuenta.',
  ],
  send: ['Send confirmation link', 'Enviar enlace de confirmación'],
  sent: [
    "We sent a link to {email}. It works for 30 minutes. Didn't get it? Check your spam folder, or send it again.",
    'Enviamos un enlace a {email}. Funciona durante 30 minutos. ¿No lo recibió? Revise la carpeta de correo no deseado o vuelva a enviarlo.',
  ],
})
