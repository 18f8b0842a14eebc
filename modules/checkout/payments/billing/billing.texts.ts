import { texts } from '#platform/texts.ts'

export const billingTexts = texts({
  title: ['Billing method', 'Método de pago'],
  lead: [
    'Our payment provider stores the numbers. We only see the type and the last four digits.',
    'Nuestro proveedor de pagos guarda los números. Nosotros solo vemos el tipo y los últimos cuatro dígitos.',
  ],
  none: ['No billing method yet', 'Todavía no hay un método de pago'],
  noneLead: [
    "Add a card or a bank account on the payment provider's page.",
    'Agregue una tarjeta o una cuenta bancaria en la página del proveedor de pagos.',
  ],
  ending: ['{brand} ending in {last_4}', '{brand} terminada en {last_4}'],
  bank: ['Bank account', 'Cuenta bancaria'],
  preferred: ['Used first', 'Se usa primero'],
  prefer: ['Use first', 'Usar primero'],
  removeOne: ['Remove', 'Quitar'],
  removeOneAsk: [
    'It can be added again, but someone will have to enter its number.',
    'Se puede volver a agregar, pero habrá que escribir su número.',
  ],
  manage: ['Add or change billing methods', 'Agregar o cambiar métodos de pago'],
  leaving: [
    "You'll add the card or bank account on our payment provider's page and then come back here.",
    'Agregará la tarjeta o la cuenta bancaria en la página de nuestro proveedor de pagos y después volverá aquí.',
  ],
  toProvider: ['Continue to payment provider', 'Continuar al proveedor de pagos'],
  refresh: ['The billing methods are up to date.', 'Los métodos de pago están actualizados.'],
  default: ['This billing method will be used first.', 'Este método de pago se usará primero.'],
  remove: ['The billing method was removed.', 'Se quitó el método de pago.'],
  history: ['Payment history', 'Historial de pagos'],
  historyLead: [
    "The 200 most recent payments for this organization's courses.",
    'Los 200 pagos más recientes por cursos de esta organización.',
  ],
  noHistory: ['No payments yet', 'Todavía no hay pagos'],
  noHistoryLead: [
    'Payments will appear here after this organization sells its first course.',
    'Los pagos aparecerán aquí en cuanto se venda el primer curso de esta organización.',
  ],
  amount: ['Payment Amount', 'Importe del pago'],
  method: ['Payment Method', 'Método de pago'],
  placed: ['Date Placed', 'Fecha del pago'],
  tax: ['Tax', 'Impuesto'],
  refunded: ['Returned', 'Devuelto'],
  amountPaid: ['Amount paid', 'Importe pagado'],
  status: ['Status', 'Estado'],
  all: ['All payments for this organization', 'Todos los pagos de esta organización'],
  settled: [
    'Payments between organizations are on the invoices.',
    'Los pagos entre organizaciones están en las facturas.',
  ],
  invoices: ['Invoices', 'Facturas'],
})
