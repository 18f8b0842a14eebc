import { texts } from '../../../platform/texts.ts'

export const orderTexts = texts({
  title: ['Sign in with your order', 'Iniciar sesión con su pedido'],
  lead: [
    'Did you buy your course in our online shop? We send a code to the e-mail address of your order.',
    '¿Compró su curso en nuestra tienda en línea? Enviamos un código al correo electrónico de su pedido.',
  ],
  order: ['Order number', 'Número de pedido'],
  orderHint: [
    'As it stands in the confirmation of the shop, for example #1001.',
    'Como figura en la confirmación de la tienda, por ejemplo #1001.',
  ],
  email: ['E-mail address of the order', 'Correo electrónico del pedido'],
  send: ['Send me a code', 'Enviarme un código'],
  sending: ['Sending...', 'Enviando...'],
  sent: [
    'If there is a paid order with this number for {email}, a code is on its way to that address. Orders older than 60 days may not be found.',
    'Si existe un pedido pagado con este número para {email}, un código va en camino a esa dirección. Es posible que no se encuentren pedidos de hace más de 60 días.',
  ],
  code: ['Code', 'Código'],
  codeHint: ['Eight digits, good for ten minutes.', 'Ocho cifras, válidas durante diez minutos.'],
  signIn: ['Sign in', 'Iniciar sesión'],
  signingIn: ['Signing in...', 'Iniciando sesión...'],
  again: ['Another order, or another code', 'Otro pedido u otro código'],
  connected: ['The order is connected to your account.', 'El pedido está conectado a su cuenta.'],
  back: ['Back to sign in', 'Volver a iniciar sesión'],
})
