import { texts } from '#platform/texts.ts'

export const linkTexts = texts({
  title: ['Sign in with a link', 'Iniciar sesión con un enlace'],
  lead: [
    "Enter your email address. We'll send you a link and a code to sign in without a password.",
    'Escriba su correo electrónico. Le enviaremos un enlace y un código para iniciar sesión sin contraseña.',
  ],
  email: ['Email address', 'Correo electrónico'],
  send: ['Send me a link', 'Enviarme un enlace'],
  sending: ['Sending…', 'Enviando…'],
  sent: [
    'If we have an account for {email}, we sent an email with a link and a code. Open the link in this browser, or enter the code here. Both expire in 10 minutes.',
    'Si hay una cuenta para {email}, le enviamos un correo electrónico con un enlace y un código. Abra el enlace en este navegador o escriba el código aquí. Ambos vencen en 10 minutos.',
  ],
  code: ['Code from the email', 'Código del correo'],
  codeHint: [
    "Enter the 8 digits. Didn't get it? Check your spam folder, or try again in a few minutes.",
    'Escriba los 8 dígitos. ¿No lo recibió? Revise su carpeta de correo no deseado o inténtelo de nuevo en unos minutos.',
  ],
  signIn: ['Sign in', 'Iniciar sesión'],
  signingIn: ['Signing in...', 'Iniciando sesión…'],
  again: ['Use another address or get a new link', 'Usar otra dirección o recibir un enlace nuevo'],
  back: ['Sign in with a password', 'Iniciar sesión con una contraseña'],
  readyLead: ['Press the button to sign in as {loginid}.', 'Presione el botón para iniciar sesión como {loginid}.'],
  newLink: ['Request a new link', 'Solicitar un enlace nuevo'],
})
