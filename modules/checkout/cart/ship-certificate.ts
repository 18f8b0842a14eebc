import { shippingType } from '#modules/catalogue/lookups.shared.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Method } from './cart.sql.ts'

/** The requested delivery of a certificate: a method, or by mail in the cheapest way, or not by mail. */
export type Wanted = { lk_shipping_type_id?: number | null | undefined; shipCertificate?: boolean | null | undefined }

const byMail: readonly (number | null)[] = [shippingType.Mail, shippingType.MailOvernight]

/** Whether this delivery needs an address. */
export const isMailed = (lk_shipping_type_id: number | null): boolean => byMail.includes(lk_shipping_type_id)

/**
 * The method for a certificate with or without mailing: the chosen one if it fits, else the cheapest that does. Throws
 * shippingInvalid if there is none. `methods` are those on offer.
 */
export function shipCertificate(methods: readonly Method[], chosen: number | null, ship: boolean): number {
  const fitting = methods.filter(({ lk_shipping_type_id }) => isMailed(lk_shipping_type_id) === ship)
  const preferred = fitting.find(({ lk_shipping_type_id }) => lk_shipping_type_id === chosen)
  const [cheapest] = fitting.toSorted((a, b) => a.price_cents - b.price_cents)
  const method = preferred ?? cheapest
  if (!method) throw checkoutErrors.shippingInvalid()
  return method.lk_shipping_type_id
}
