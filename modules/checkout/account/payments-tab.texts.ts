import { texts } from '#platform/texts.ts'

export const paymentTexts = texts({
  payments: ['Payments', 'Pagos'],
  none: ['No payments yet.', 'Todavía no hay pagos.'],
  noneText: ['Payments will appear here as soon as they are made.', 'Los pagos aparecerán aquí en cuanto se realicen.'],
  paid: ['Date', 'Fecha'],
  course: ['Course', 'Curso'],
  total: ['Total', 'Total'],
  tax: ['Tax', 'Impuesto'],
  refunded: ['Returned', 'Devuelto'],
  amountPaid: ['Amount paid', 'Importe pagado'],
  status: ['Status', 'Estado'],
  receipt: ['Receipt', 'Recibo'],
})
