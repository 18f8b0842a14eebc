import { texts } from '../../../platform/texts.ts'

export const cardTexts = texts({
  name: ['Name on card', 'Nombre en la tarjeta'],
  number: ['Card number', 'Número de tarjeta'],
  expiration: ['Expiration (MM/YY)', 'Vencimiento (MM/AA)'],
  cvc: ['CVV', 'CVV'],
  postalCode: ['Billing zip', 'Código postal de facturación'],
  pay: ['Pay {total}', 'Pagar {total}'],
  finish: ['Complete the order', 'Completar el pedido'],
  paying: ['Paying…', 'Pagando…'],
  noLibrary: ['Accept Library not found.', 'No se encontró la biblioteca de pago (Accept).'],
  badNumber: ['Please enter a valid card number.', 'Introduzca un número de tarjeta válido.'],
  badExpiration: ['Please enter the expiration as MM/YY.', 'Introduzca el vencimiento como MM/AA.'],
  badCvc: ['Please enter the 3 or 4 digits of the CVV.', 'Introduzca los 3 o 4 dígitos del CVV.'],
  dobTitle: ['Confirm Date of Birth', 'Confirme la fecha de nacimiento'],
  dobText: ['Is this date of birth correct?', '¿Es correcta esta fecha de nacimiento?'],
  reenter: ['Re-enter', 'Volver a escribir'],
  confirm: ['Confirm', 'Confirmar'],
})
