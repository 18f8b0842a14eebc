import { shippingType } from '#modules/catalogue/lookups.shared.ts'
import type { OwnWords } from '#platform/own-words.ts'

/** The effective checkout settings of an organization. */
export type CheckoutSettings = {
  /** Whether visitors must solve a captcha before paying, if one is configured. */
  captcha: boolean
  card: boolean
  paypal: boolean
  /** The default delivery of certificates, if the course offers it. */
  lk_shipping_type_id: number
  /** Hundredths of a percent; 0 means no tax. */
  tax_hundredths: number
  /** Null for the product's own text. */
  terms: OwnWords | null
  privacy: OwnWords | null
  /** Ten digits. Null for the organization's general phone number. */
  support_phone: string | null
  support_email: string | null
  /** Whether large refunds and voids need a second person. */
  refund_approval: boolean
  /** The limits in cents per payment, and per staff member and day. */
  refund_approval_cents: number
  refund_approval_day_cents: number
}
/** An organization's own settings; null ones are inherited. */
export type OwnSettings = { readonly [K in keyof CheckoutSettings]: CheckoutSettings[K] | null }

/** The settings if no organization sets any. */
export const defaultSettings: CheckoutSettings = {
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

/** The own settings of an organization that sets none. */
export const allInherited = Object.fromEntries(Object.keys(defaultSettings).map((name) => [name, null])) as OwnSettings
