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
  not_followed: [
    'This transaction could not be looked up or booked. It is tried again every day.',
    'Esta transacción no se pudo consultar ni registrar. Se vuelve a intentar cada día.',
  ],
  unanswered_payment: [
    'No answer about this payment for more than a day. The gateway lists it under this number, if at all.',
    'Sin respuesta sobre este pago desde hace más de un día. Si existe, la pasarela lo tiene con este número.',
  ],
  unanswered_refund: [
    'No answer about this refund for more than a day. The gateway lists it under this number, if at all.',
    'Sin respuesta sobre este reembolso desde hace más de un día. Si existe, la pasarela lo tiene con este número.',
  ],
  still_held: [
    'The gateway has held this payment for review for more than a day. Approve or decline it.',
    'La pasarela retiene este pago para revisarlo desde hace más de un día. Apruébelo o rechácelo.',
  ],
  comparisons: ['The daily comparison', 'La comparación diaria'],
  comparedUntil: ['complete until {until}', 'completa hasta {until}'],
  comparedNever: ['has never come to an end', 'nunca ha llegado a su fin'],
  comparisonFailed: [
    'The last try failed on {at} ({reason}). It is tried again, and the missed days are made up for.',
    'El último intento falló el {at} ({reason}). Se vuelve a intentar y se recuperan los días perdidos.',
  ],
  comparisonLate: [
    'It should have run since. Please see that the worker is running.',
    'Debería haberse ejecutado desde entonces. Compruebe que el proceso de trabajos está activo.',
  ],
})
