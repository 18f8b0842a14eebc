import { type Locale, localText } from '#platform/texts.ts'
import { promoTexts } from './promo-code.texts.ts'
import type { CodeHolder } from './saved-codes.sql.ts'

/** Describes what already uses a code's name: a code for all websites, for a website, or in the same request. */
export function describeHolder(
  locale: Locale,
  { website_id, website_name }: Pick<CodeHolder, 'website_id' | 'website_name'>,
): string {
  if (website_id === null) return localText(locale, promoTexts, 'codeTakenByAll')
  return website_name === null
    ? localText(locale, promoTexts, 'codeTaken')
    : localText(locale, promoTexts, 'codeTakenBy', { website: website_name })
}
