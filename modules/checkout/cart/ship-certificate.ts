import { shippingType } from '#modules/catalogue/lookups.shared.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { CartShippingMethod } from './cart.sql.ts'

/** The requested delivery of a certificate: a specific method, the cheapest method by mail, or not by mail. */
export type DeliveryChoice = {
  lk_shipping_type_id?: number | null | undefined
  shipCertificate?: boolean | null | undefined
}

const mailTypes: readonly (number | null)[] = [shippingType.Mail, shippingType.MailOvernight]

/** Whether this delivery needs an address. */
export const isMailed = (lk_shipping_type_id: number | null): boolean => mailTypes.includes(lk_shipping_type_id)

/**
 * The method that mails the certificate, or does not: the chosen one if it matches, otherwise the cheapest match.
 * Throws shippingInvalid if no method matches.
 */
export function methodForMailing(
  methods: readonly CartShippingMethod[],
  chosenTypeId: number | null,
  ship: boolean,
): number {
  const matchingMethods = methods.filter(({ lk_shipping_type_id }) => isMailed(lk_shipping_type_id) === ship)
  const preferred = matchingMethods.find(({ lk_shipping_type_id }) => lk_shipping_type_id === chosenTypeId)
  const [cheapest] = matchingMethods.toSorted((a, b) => a.price_cents - b.price_cents)
  const method = preferred ?? cheapest
  if (!method) throw checkoutErrors.shippingInvalid()
  return method.lk_shipping_type_id
}
