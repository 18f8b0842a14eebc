import type { Locale } from '../../../platform/texts.ts'
import { maskDate, parseShownDate, showDate } from '../../../platform/ui/masks.ts'

/**
 * A day as calls take it, MM/DD/YYYY, of what was typed in the order of the language, with or without slashes: the keys of a
 * phone have none. '' where it is no day.
 */
export const dayOf = (typed: string | undefined, locale: Locale): string =>
  showDate(parseShownDate(maskDate((typed ?? '').trim(), locale), locale), 'en-us')
