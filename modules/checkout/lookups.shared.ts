import type { Lookup } from '#platform/lookups.ts'

export const lk_payment_type = {
  1: ['Credit Card', 'Tarjeta de crédito'],
  2: ['Bank', 'Banco'],
  3: ['Wallet', 'Billetera digital'],
  // Our own type: nothing had to be paid.
  4: ['No charge', 'Sin cargo'],
} as const satisfies Lookup

export const lk_payment_status = {
  1: ['Paid', 'Pagado'],
  2: ['Unpaid', 'Sin pagar'],
  3: ['Refunded', 'Reembolsado'],
  4: ['Pending', 'Pendiente'],
  5: ['Failed', 'Fallido'],
  6: ['Partly Refunded', 'Reembolsado parcialmente'],
  7: ['Voided', 'Anulado'],
  8: ['Charged Back', 'Con contracargo'],
} as const satisfies Lookup

const lk_order_status = {
  1: ['Open', 'Abierto'],
  2: ['Paid', 'Pagado'],
  3: ['Canceled', 'Cancelado'],
  4: ['Refunded', 'Reembolsado'],
  5: ['Charged Back', 'Con contracargo'],
} as const satisfies Lookup

export const lk_invoice_status = {
  1: ['Open', 'Abierta'],
  2: ['Paid', 'Pagada'],
  3: ['Overdue', 'Vencida'],
  4: ['Void', 'Anulada'],
} as const satisfies Lookup

export const lk_authorization_key_status = {
  1: ['Active', 'Activa'],
  2: ['Redeemed', 'Canjeada'],
  3: ['Revoked', 'Revocada'],
} as const satisfies Lookup

export const paymentType = { CreditCard: 1, Bank: 2, Wallet: 3, NoCharge: 4 } as const

export const paymentStatus = {
  Paid: 1,
  Unpaid: 2,
  Refunded: 3,
  Pending: 4,
  Failed: 5,
  PartlyRefunded: 6,
  Voided: 7,
  ChargedBack: 8,
} as const

export const orderStatus = { Open: 1, Paid: 2, Cancelled: 3, Refunded: 4, ChargedBack: 5 } as const

export const invoiceStatus = { Open: 1, Paid: 2, Overdue: 3, Void: 4 } as const

/** The status of one sold copy in a shop (lk_storefront_line_status_id). */
export const storefrontLineStatus = {
  Waiting: 1,
  UnknownProduct: 2,
  NotOnSale: 3,
  Enrolled: 4,
  Ended: 5,
  Kept: 6,
  Surplus: 7,
} as const

/** Statuses that wait for a person; the index of open lines lists their numbers. */
export const waitingStatuses = [
  storefrontLineStatus.Waiting,
  storefrontLineStatus.UnknownProduct,
  storefrontLineStatus.NotOnSale,
]

/** The lookups of this module, as its manifest declares them. */
export const lookups = {
  lk_payment_type,
  lk_payment_status,
  lk_order_status,
  lk_invoice_status,
  lk_authorization_key_status,
}
