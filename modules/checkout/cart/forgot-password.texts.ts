import { texts } from '../../../platform/texts.ts'

export const forgotPasswordTexts = texts({
  forgot: ['Forgot password?', '¿Olvidó su contraseña?'],
  title: ['Forgot your password?', '¿Olvidó su contraseña?'],
  lead: [
    'We will send you a link to choose a new password. Your courses stay in the cart, and the link leads back to it.',
    'Le enviaremos un enlace para elegir una contraseña nueva. Sus cursos siguen en el carrito y el enlace vuelve a él.',
  ],
  loginid: ['Username or e-mail address', 'Nombre de usuario o correo electrónico'],
  send: ['Reset password', 'Restablecer contraseña'],
  sending: ['Resetting Password...', 'Restableciendo contraseña...'],
  close: ['Back to the checkout', 'Volver a la compra'],
})
