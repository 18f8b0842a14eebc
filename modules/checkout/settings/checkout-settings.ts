import { shippingType } from '#modules/catalogue/lookups.shared.ts'
import type { OwnWords } from '#platform/own-words.ts'

/** What holds for the checkouts of an organization. */
export type CheckoutSettings = {
  /** Visitors prove that they are human before they pay, where a captcha is configured. */
  captcha: boolean
  card: boolean
  paypal: boolean
  /** How certificates are delivered where the buyer has not chosen and the course offers it. */
  lk_shipping_type_id: number
  /** Hundredths of a percent; 0 is no tax. */
  tax_hundredths: number
  /** Null: the product's own text. */
  terms: OwnWords | null
  privacy: OwnWords | null
  /** Ten digits. Null: the organization's own. */
  support_phone: string | null
  support_email: string | null
  /** Whether large refunds and voids need a second person. */
  refund_approval: boolean
  /** Above this much of one payment, and above this much of one member of staff within a day; cents. */
  refund_approval_cents: number
  refund_approval_day_cents: number
}
/** What an organization says itself; null is inherited. */
export type OwnSettings = { readonly [K in keyof CheckoutSettings]: CheckoutSettings[K] | null }

/** What holds where no organization says anything. */
export const defaults: CheckoutSettings = {
  captcha: true,
  card: true,
  paypal: true,
  lk_shipping_type_id: shippingType.EmailAndDownload,
  tax_hundredths: 0,
  terms: null,
  privacy: null,
  support_phone: null,
  support_email: null,
  refund_approval: true,
  refund_approval_cents: 500_00,
  refund_approval_day_cents: 2_000_00,
}
