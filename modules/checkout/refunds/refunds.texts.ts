import { texts } from '../../../platform/texts.ts'

/** What the two deeds answer, in the words of the product. */
export const refundTexts = texts({
  refunded: ['Refund Completed.', 'Reembolso completado.'],
  voided: ['Void Completed.', 'Anulación completada.'],
  pendingOf: ['On its way back', 'En devolución'],
  title: ['Refund', 'Reembolso'],
  lead: [
    'The money goes back the way it came. All of a payment that the bank has not settled yet is voided.',
    'El dinero vuelve por donde vino. Un pago que el banco aún no ha liquidado se anula entero.',
  ],
  voidTitle: ['Confirm Void', 'Confirmar anulación'],
  voidLead: ['Are you sure you want to void this payment?', '¿Seguro que desea anular este pago?'],
  purchaser: ['Purchaser', 'Comprador'],
  transaction: ['Transaction', 'Transacción'],
  total: ['Paid', 'Pagado'],
  soFar: ['Refunded so far', 'Reembolsado hasta ahora'],
  amountOf: ['Amount (of {rest} left)', 'Importe (quedan {rest})'],
  notMoney: [
    'Please enter a sum with two decimals, no more than what is left.',
    'Introduzca un importe con dos decimales, como máximo lo que queda.',
  ],
  nothing: ['Please enter what is to be refunded.', 'Introduzca lo que se debe reembolsar.'],
  course: ['The course (now: {status})', 'El curso (ahora: {status})'],
  byRule: ['Ends if refunded in full', 'Termina si se devuelve todo'],
  byRuleVoid: ['Ends', 'Termina'],
  byRuleCompleted: ['Stays: it is completed', 'Permanece: está completado'],
  ends: ['Ends now', 'Termina ahora'],
  stays: ['Stays open', 'Permanece abierto'],
  completed: [
    'The student has completed this course. Ending it takes back neither a certificate nor a report to the agency.',
    'El estudiante ha completado este curso. Terminarlo no retira ni el certificado ni el informe a la agencia.',
  ],
  sum: ['To be refunded: {sum}', 'Se reembolsará: {sum}'],
  submit: ['Refund', 'Reembolsar'],
  refunding: ['Refunding…', 'Reembolsando…'],
  submitVoid: ['Void', 'Anular'],
  voiding: ['Voiding…', 'Anulando…'],
  over: [
    'There is nothing left of this payment to refund or void.',
    'De este pago no queda nada que reembolsar ni anular.',
  ],
  back: ['Back to the payments', 'Volver a los pagos'],
  pending: [
    'The gateway has not confirmed it yet. It will show here as soon as it has; please do not send it again.',
    'La pasarela aún no lo ha confirmado. Aparecerá aquí en cuanto lo haga; no lo envíe de nuevo.',
  ],
})
