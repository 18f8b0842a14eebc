import { type Locale, localText } from '#platform/texts.ts'
import { promoTexts } from './promo-code.texts.ts'
import type { Holder } from './saved-codes.sql.ts'

/** Describes the holder of a code's name: all websites, another website by name, or one in the same save. */
export function describeHolder(
  locale: Locale,
  { website_id, website_name }: Pick<Holder, 'website_id' | 'website_name'>,
): string {
  if (website_id === null) return localText(locale, promoTexts, 'codeTakenByAll')
  return website_name === null
    ? localText(locale, promoTexts, 'codeTaken')
    : localText(locale, promoTexts, 'codeTakenBy', { website: website_name })
}
