import { texts } from '../../../platform/texts.ts'

export const methodTexts = texts({
  added: ['The card was saved.', 'La tarjeta se guardó.'],
  removed: ['The card was removed.', 'La tarjeta se eliminó.'],
  preferred: ['This card is offered first from now on.', 'Esta tarjeta se ofrecerá primero a partir de ahora.'],
  refreshed: ['Your cards are up to date.', 'Sus tarjetas están al día.'],
  none: ['No saved payment methods.', 'No hay métodos de pago guardados.'],
  noneText: [
    'Tick ‘Save this card’ when you pay, or add one here.',
    'Marque «Guardar esta tarjeta» al pagar o agregue una aquí.',
  ],
  ending: ['{brand} ending in {last_4}', '{brand} terminada en {last_4}'],
  card: ['Credit Card', 'Tarjeta de crédito'],
  first: ['Offered first', 'Se ofrece primero'],
  offerFirst: ['Offer first', 'Ofrecer primero'],
  remove: ['Remove', 'Eliminar'],
  manage: ['Add or change cards', 'Agregar o cambiar tarjetas'],
  leaving: [
    'Cards are added on the page of our payment provider. You come back here afterwards.',
    'Las tarjetas se agregan en la página de nuestro proveedor de pagos. Después volverá aquí.',
  ],
  toProvider: ['Continue to the payment provider', 'Continuar al proveedor de pagos'],
  kept: [
    'The payment provider keeps the numbers of your cards; we only know their brand and last four digits.',
    'El proveedor de pagos guarda los números de sus tarjetas; nosotros solo conocemos la marca y los últimos cuatro dígitos.',
  ],
  onlyOwner: [
    'Only the person can add or remove cards. You see what they are recognised by.',
    'Solo la persona puede agregar o eliminar tarjetas. Usted ve por qué se reconocen.',
  ],
})
