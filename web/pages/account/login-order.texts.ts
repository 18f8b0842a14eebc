import { texts } from '#platform/texts.ts'

export const orderTexts = texts({
  title: ['Sign in with your order', 'Iniciar sesión con su pedido'],
  lead: [
    "Did you buy your course in our online store? We'll send a code to the email address on your order.",
    '¿Compró su curso en nuestra tienda en línea? Enviaremos un código al correo electrónico de su pedido.',
  ],
  order: ['Order number', 'Número de pedido'],
  orderHint: [
    'Find it in your order confirmation, for example #1001.',
    'Lo encontrará en la confirmación de su pedido, por ejemplo, #1001.',
  ],
  email: ['Email address on the order', 'Correo electrónico del pedido'],
  send: ['Send code', 'Enviar código'],
  sending: ['Sending…', 'Enviando…'],
  sent: [
    "If we find a paid order with this number for {email}, we'll send a code to that address. We may not find orders more than 60 days old.",
    'Si encontramos un pedido pagado con este número para {email}, enviaremos un código a esa dirección. Es posible que no encontremos pedidos de hace más de 60 días.',
  ],
  code: ['Code', 'Código'],
  codeHint: [
    'Enter the 8 digits. The code works for 10 minutes.',
    'Escriba los 8 dígitos. El código funciona durante 10 minutos.',
  ],
  signIn: ['Sign in', 'Iniciar sesión'],
  signingIn: ['Signing in...', 'Iniciando sesión…'],
  again: ['Use another order or get a new code', 'Usar otro pedido o recibir un código nuevo'],
  connected: ['The order is now connected to your account.', 'El pedido ahora está conectado a su cuenta.'],
  back: ['Back to sign-in', 'Volver al inicio de sesión'],
})
