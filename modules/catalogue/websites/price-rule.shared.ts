import type { Text } from '#platform/texts.ts'
import { websiteTexts as words } from './websites.texts.ts'

/** Prices in cents; null for none. */
export type Prices = {
  price_cents: number | null
  admin_fee_cents: number
  min_price_cents: number | null
  max_price_cents: number | null
}
export type PriceField = keyof Prices

/** Price errors by field: the price must be between min and max, and at least the admin fee. */
export function listPriceErrors({ price_cents, admin_fee_cents, min_price_cents, max_price_cents }: Prices) {
  const priceErrors: [PriceField, Text][] = []
  if (min_price_cents !== null && max_price_cents !== null && min_price_cents > max_price_cents)
    priceErrors.push(['min_price_cents', words.minAboveMax])
  if (price_cents === null) return priceErrors
  if (min_price_cents !== null && price_cents < min_price_cents) priceErrors.push(['price_cents', words.belowMin])
  if (max_price_cents !== null && price_cents > max_price_cents) priceErrors.push(['price_cents', words.aboveMax])
  if (admin_fee_cents > price_cents) priceErrors.push(['admin_fee_cents', words.feeAbovePrice])
  return priceErrors
}
