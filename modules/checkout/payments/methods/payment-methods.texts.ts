import { texts } from '#platform/texts.ts'

export const methodTexts = texts({
  added: ['The card was saved.', 'Se guardó la tarjeta.'],
  removed: ['The card was removed.', 'Se quitó la tarjeta.'],
  preferred: ["We'll offer this card first from now on.", 'A partir de ahora ofreceremos primero esta tarjeta.'],
  refreshed: ['Your cards are up to date.', 'Sus tarjetas están actualizadas.'],
  none: ['No saved cards.', 'No hay tarjetas guardadas.'],
  noneText: [
    'Select “Save this card for future use” when you pay, or add a card here.',
    'Marque “Guardar esta tarjeta” al pagar o agregue una tarjeta aquí.',
  ],
  noneOther: [
    'A card appears here after the person saves it at checkout.',
    'Aquí aparecerán las tarjetas que la persona guarde al pagar.',
  ],
  onlyOwner: [
    "Only the cardholder can add or remove cards. You can see each card's brand and last four digits.",
    'Solo el titular puede agregar o quitar tarjetas. Usted puede ver la marca y los últimos cuatro dígitos de cada una.',
  ],
  ending: ['{brand} ending in {last_4}', '{brand} terminada en {last_4}'],
  card: ['Credit Card', 'Tarjeta de crédito'],
  first: ['Offered first', 'Se ofrece primero'],
  offerFirst: ['Offer first', 'Ofrecer primero'],
  remove: ['Remove', 'Quitar'],
  removeAsk: [
    'You can add this card again, but you will have to enter its number.',
    'Puede volver a agregar esta tarjeta, pero tendrá que escribir su número.',
  ],
  manage: ['Add or change cards', 'Agregar o cambiar tarjetas'],
  leaving: [
    "You'll add cards on our payment provider's page and then come back here.",
    'Agregará las tarjetas en la página de nuestro proveedor de pagos y después volverá aquí.',
  ],
  toProvider: ['Continue to payment provider', 'Continuar al proveedor de pagos'],
  kept: [
    'Our payment provider stores your card numbers. We only see the brand and the last four digits.',
    'Nuestro proveedor de pagos guarda los números de sus tarjetas. Nosotros solo vemos la marca y los últimos cuatro dígitos.',
  ],
})
