import { texts } from '#platform/texts.ts'

export const heldTexts = texts({
  title: ['Held payments', 'Pagos retenidos'],
  lead: [
    'The gateway is holding these payments because they look like fraud. If you approve a payment, the buyer is charged and the courses open. If you decline it, the buyer is not charged.',
    'La pasarela retiene estos pagos porque parecen fraudulentos. Si aprueba un pago, se le cobra al comprador y se abren los cursos. Si lo rechaza, no se le cobra nada.',
  ],
  none: ['No held payments.', 'No hay pagos retenidos.'],
  back: ['Back to payments', 'Volver a los pagos'],
  purchaser: ['Purchaser', 'Comprador'],
  order: ['Order', 'Pedido'],
  courses: ['Courses', 'Cursos'],
  total: ['Total', 'Total'],
  transaction: ['Transaction', 'Transacción'],
  reason: ['Reason', 'Motivo'],
  since: ['Held since', 'Retenido desde'],
  approve: ['Approve', 'Aprobar'],
  approving: ['Approving…', 'Aprobando…'],
  decline: ['Decline', 'Rechazar'],
  declining: ['Declining…', 'Rechazando…'],
  elsewhere: [
    'PayPal reviews this payment itself. The order will be updated when PayPal decides.',
    'PayPal revisa este pago por su cuenta. El pedido se actualizará cuando PayPal decida.',
  ],
  decided: [
    "Staff have decided. We're waiting for the gateway's response. You can decide again.",
    'El personal ya decidió. Estamos esperando la respuesta de la pasarela. Puede decidir de nuevo.',
  ],
  approved: ['Payment approved. The courses are open.', 'Pago aprobado. Los cursos están abiertos.'],
  surplus: [
    'Payment approved. The order had already been canceled or paid, so no course was opened. The money will be refunded.',
    'Pago aprobado. El pedido ya se había cancelado o pagado, así que no se abrió ningún curso. El dinero se reembolsará.',
  ],
  declined: ['Payment declined. The buyer was not charged.', 'Pago rechazado. No se le cobró nada al comprador.'],
  pending: [
    "The gateway hasn't responded yet. The payment will be updated when it does.",
    'La pasarela todavía no ha respondido. El pago se actualizará cuando responda.',
  ],
})
