import { texts } from '#platform/texts.ts'

export const redeemTexts = texts({
  malformed: ['Invalid authorization key code', 'El código de la clave de autorización no es válido'],
  redeemed: ['Your key was redeemed. You can start {course} now.', 'Se canjeó su clave. Ya puede comenzar {course}.'],
  title: ['Redeem an authorization key', 'Canjear una clave de autorización'],
  open: ['Redeem a key', 'Canjear una clave'],
  lead: [
    'Do you have a key for a course? Enter it here to open the course.',
    '¿Tiene una clave para un curso? Escríbala aquí para abrir el curso.',
  ],
  code: ['Authorization key', 'Clave de autorización'],
  hint: ['Sixteen letters and digits: XXXX-XXXX-XXXX-XXXX', 'Dieciséis letras y números: XXXX-XXXX-XXXX-XXXX'],
  redeem: ['Redeem', 'Canjear'],
  redeeming: ['Redeeming', 'Canjeando'],
  terms: ['Disclaimer for {course}', 'Condiciones de {course}'],
  accept: ['I have read the disclaimer and I agree to it.', 'He leído las condiciones y las acepto.'],
  typed: ["Type 'I agree'", 'Escriba “Acepto”'],
  back: ['Back to dashboard', 'Volver al panel'],
})
