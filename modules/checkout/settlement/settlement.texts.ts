import { texts } from '../../../platform/texts.ts'

export const settlementTexts = texts({
  title: ['Discrepancies', 'Discrepancias'],
  lead: [
    'Where a payment gateway and the books say different things. The daily comparison resolves what agrees again; a person resolves the rest.',
    'Donde una pasarela de pago y los libros dicen cosas distintas. La comparación diaria resuelve lo que vuelve a coincidir; el resto lo resuelve una persona.',
  ],
  none: ['No open discrepancies.', 'No hay discrepancias abiertas.'],
  back: ['Back to the payments', 'Volver a los pagos'],
  kind: ['What is wrong', 'Qué ocurre'],
  transaction: ['Transaction', 'Transacción'],
  order: ['Order', 'Pedido'],
  gateway: ['Gateway', 'Pasarela'],
  books: ['Books', 'Libros'],
  found: ['Found', 'Detectada'],
  note: ['Note', 'Nota'],
  noteMissing: ['Please write down how it was resolved.', 'Escriba cómo se resolvió.'],
  resolve: ['Resolve', 'Resolver'],
  resolving: ['Resolving…', 'Resolviendo…'],
  resolved: ['Discrepancy resolved.', 'Discrepancia resuelta.'],
  unknown_capture: ['Money was taken and no order knows of it.', 'Se cobró dinero y ningún pedido lo conoce.'],
  unknown_refund: ['Money was given back and no payment knows of it.', 'Se devolvió dinero y ningún pago lo conoce.'],
  amount: ['The sums are not the same.', 'Los importes no coinciden.'],
  missing: ['The gateway does not have this transaction.', 'La pasarela no tiene esta transacción.'],
  not_settled: [
    'Booked as paid, but the bank did not settle it.',
    'Registrado como pagado, pero el banco no lo liquidó.',
  ],
  refund_cancelled: [
    'The gateway has not given back what it had agreed to. The buyer was told that the money comes.',
    'La pasarela no devolvió lo que había aceptado. Al comprador se le dijo que el dinero llegaría.',
  ],
  refunded_beyond: [
    'More was given back at the gateway than was left of the payment.',
    'En la pasarela se devolvió más de lo que quedaba del pago.',
  ],
  not_returned: ['Taken for nothing, and not given back for a day.', 'Se cobró sin motivo y no se devolvió en un día.'],
})
