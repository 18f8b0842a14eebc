import type { Locale } from '../../../platform/texts.ts'

/** An instant as a date: MM/DD/YYYY, in Spanish DD/MM/YYYY, by the clock of the product's office. */
export function showDate(instant: string, locale: Locale): string {
  const form = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'America/New_York' } as const
  return new Date(instant).toLocaleDateString(locale === 'es-es' ? 'es-ES' : 'en-US', form)
}
