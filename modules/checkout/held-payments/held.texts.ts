import { texts } from '../../../platform/texts.ts'

export const heldTexts = texts({
  title: ['Held payments', 'Pagos retenidos'],
  lead: [
    'The gateway holds these payments because they look like fraud. Approving takes the money and opens the courses; declining takes nothing.',
    'La pasarela retiene estos pagos porque parecen un fraude. Al aprobar se cobra y se abren los cursos; al rechazar no se cobra nada.',
  ],
  none: ['No held payments.', 'No hay pagos retenidos.'],
  back: ['Back to the payments', 'Volver a los pagos'],
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
    'PayPal decides about this payment itself. The order follows its decision.',
    'PayPal decide por sí mismo sobre este pago. El pedido sigue su decisión.',
  ],
  decided: [
    'Staff have decided; the answer of the gateway is awaited. You can decide again.',
    'El personal ya decidió; se espera la respuesta de la pasarela. Puede decidir de nuevo.',
  ],
  approved: ['Payment approved. The courses are open.', 'Pago aprobado. Los cursos están abiertos.'],
  surplus: [
    'Payment approved. Its order was cancelled or paid meanwhile: no course was opened, and the money goes back.',
    'Pago aprobado. Su pedido se canceló o se pagó entretanto: no se abrió ningún curso y el dinero se devuelve.',
  ],
  declined: ['Payment declined. Nothing was taken.', 'Pago rechazado. No se cobró nada.'],
  pending: [
    'The gateway has not answered yet. The payment will follow its answer.',
    'La pasarela aún no ha respondido. El pago seguirá su respuesta.',
  ],
})
