import { texts } from '../../../platform/texts.ts'

export const redeemTexts = texts({
  malformed: ['Invalid authorization key code', 'Código de clave de autorización no válido'],
  redeemed: ['Your key has opened {course}.', 'Su clave ha abierto {course}.'],
  title: ['Redeem an authorization key', 'Canjear una clave de autorización'],
  open: ['Redeem a key', 'Canjear una clave'],
  lead: [
    'Have you been given a key for a course? Enter it here, and the course is yours.',
    '¿Le han dado una clave para un curso? Introdúzcala aquí y el curso será suyo.',
  ],
  code: ['Authorization key', 'Clave de autorización'],
  hint: ['Sixteen letters and digits: XXXX-XXXX-XXXX-XXXX', 'Dieciséis letras y números: XXXX-XXXX-XXXX-XXXX'],
  redeem: ['Redeem', 'Canjear'],
  redeeming: ['Redeeming', 'Canjeando'],
  terms: ['Disclaimer of {course}', 'Condiciones de {course}'],
  accept: ['I have read the disclaimer and agree to it.', 'He leído las condiciones y las acepto.'],
  typed: ["Please type 'I agree'", "Escriba 'Acepto'"],
  back: ['Back to the dashboard', 'Volver al panel'],
})
