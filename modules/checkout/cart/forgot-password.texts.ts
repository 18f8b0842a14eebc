import { texts } from '#platform/texts.ts'

export const forgotPasswordTexts = texts({
  forgot: ['Forgot password?', '¿Olvidó su contraseña?'],
  title: ['Forgot your password?', '¿Olvidó su contraseña?'],
  lead: [
    "We'll email you a link to choose a new password. Your courses stay in your cart, and the link takes you back to it.",
    'Le enviaremos por correo electrónico un enlace para elegir una contraseña nueva. Sus cursos seguirán en el carrito y el enlace le permitirá volver a él.',
  ],
  loginid: ['Username or email', 'Nombre de usuario o correo electrónico'],
  send: ['Reset password', 'Restablecer contraseña'],
  sending: ['Resetting Password...', 'Restableciendo contraseña…'],
  close: ['Back to checkout', 'Volver al pago'],
})
