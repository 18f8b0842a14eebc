import { texts } from '#platform/texts.ts'

export const settlementTexts = texts({
  title: ['Discrepancies', 'Discrepancias'],
  lead: [
    "Payments where the gateway and the books don't match. The daily comparison resolves those that match again. A person resolves the rest.",
    'Pagos en los que la pasarela y la contabilidad no coinciden. La comparación diaria resuelve los que vuelven a coincidir. Una persona resuelve los demás.',
  ],
  none: ['No open discrepancies.', 'No hay discrepancias abiertas.'],
  back: ['Back to payments', 'Volver a los pagos'],
  kind: ['Problem', 'Problema'],
  transaction: ['Transaction', 'Transacción'],
  order: ['Order', 'Pedido'],
  gateway: ['Gateway', 'Pasarela'],
  books: ['Books', 'Contabilidad'],
  found: ['Found', 'Detectada'],
  note: ['Note', 'Nota'],
  noteMissing: ['Enter how it was resolved.', 'Escriba cómo se resolvió.'],
  resolve: ['Resolve', 'Resolver'],
  resolving: ['Resolving…', 'Resolviendo…'],
  resolved: ['Discrepancy resolved.', 'Discrepancia resuelta.'],
  unknown_capture: [
    "The gateway shows a charge that isn't linked to any order.",
    'La pasarela muestra un cobro que no está vinculado a ningún pedido.',
  ],
  unknown_refund: [
    "The gateway shows a refund that isn't linked to any payment.",
    'La pasarela muestra un reembolso que no está vinculado a ningún pago.',
  ],
  unknown_chargeback: [
    "The gateway shows a chargeback that isn't linked to any payment. Its number is shown as the transaction.",
    'La pasarela muestra un contracargo que no está vinculado a ningún pago. Su número aparece como transacción.',
  ],
  charged_back_beyond: [
    'With this chargeback, more would be charged back than was paid. If the case was entered under another number, mark that one as won.',
    'Con este contracargo se devolvería más de lo pagado. Si el caso se registró con otro número, marque aquel como ganado.',
  ],
  amount: ["The amounts don't match.", 'Los importes no coinciden.'],
  missing: ["The gateway doesn't have this transaction.", 'La pasarela no tiene esta transacción.'],
  not_settled: [
    "Recorded as paid, but the bank didn't settle it.",
    'Registrado como pagado, pero el banco no lo liquidó.',
  ],
  refund_cancelled: [
    "The gateway accepted this refund but didn't pay it. We told the buyer that the money was on its way.",
    'La pasarela aceptó este reembolso, pero no lo pagó. Le dijimos al comprador que el dinero estaba en camino.',
  ],
  refunded_beyond: [
    'The gateway refunded more than was left on the payment.',
    'La pasarela reembolsó más de lo que quedaba del pago.',
  ],
  not_returned: [
    'The buyer was charged by mistake and not refunded within a day.',
    'Se le cobró al comprador por error y no se le reembolsó en un día.',
  ],
  not_followed: [
    "We couldn't look up or record this transaction. We'll try again every day.",
    'No pudimos consultar ni registrar esta transacción. Lo volvemos a intentar cada día.',
  ],
  unanswered_payment: [
    "The gateway hasn't responded about this payment for more than a day. If it has the payment, it is under this number.",
    'La pasarela lleva más de un día sin responder sobre este pago. Si tiene el pago, aparece con este número.',
  ],
  unanswered_refund: [
    "The gateway hasn't responded about this refund for more than a day. If it has the refund, it is under this number.",
    'La pasarela lleva más de un día sin responder sobre este reembolso. Si tiene el reembolso, aparece con este número.',
  ],
  still_held: [
    'The gateway has held this payment for review for more than a day. Approve or decline it.',
    'La pasarela retiene este pago para su revisión desde hace más de un día. Apruébelo o rechácelo.',
  ],
  comparisons: ['Daily comparison', 'Comparación diaria'],
  comparedUntil: ['complete until {until}', 'completa hasta {until}'],
  comparedNever: ['never completed', 'nunca se completó'],
  comparisonFailed: [
    "The last attempt failed on {at} ({reason}). We'll try again and include the missed days.",
    'El último intento falló el {at} ({reason}). Lo volveremos a intentar e incluiremos los días que faltan.',
  ],
  comparisonLate: [
    'It should have run since then. Make sure the worker is running.',
    'Ya debería haberse ejecutado. Asegúrese de que el proceso en segundo plano (worker) esté activo.',
  ],
})
