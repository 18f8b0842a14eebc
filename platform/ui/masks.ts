import type { Locale } from '../texts.ts'
import { legalDay } from '../zone.ts'

/** '5551234567' as it is typed: '(555) 123-4567'; a leading country code 1 is dropped. */
export function maskPhone(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  const ten = (digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits).slice(0, 10)
  if (ten.length < 4) return ten.length === 0 ? '' : `(${ten}`
  const rest = ten.length < 7 ? ten.slice(3) : `${ten.slice(3, 6)}-${ten.slice(6)}`
  return `(${ten.slice(0, 3)}) ${rest}`
}

/** The ten digits of a phone number, or null. */
export function phoneDigits(typed: string): string | null {
  const digits = typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length === 10 ? digits : null
}

export const datePattern = (locale: Locale) => (locale === 'es-es' ? 'DD/MM/AAAA' : 'MM/DD/YYYY')

/** A date as it is typed, with its slashes: '0704' is '07/04'. */
export function maskDate(typed: string): string {
  const parts = typed.split(/\D+/).filter(Boolean)
  const open = /\D$/.test(typed) && parts.length < 3
  // '7/4/2026' typed with its own slashes keeps its parts; plain digits are cut into 2, 2 and 4.
  const digits =
    parts.length > 1 || open
      ? parts.map((part, i) => (i < 2 ? part.padStart(2, '0') : part)).join('')
      : (parts[0] ?? '')
  const cut = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter(Boolean)
  const full = cut.at(-1)?.length === (cut.length === 3 ? 4 : 2)
  return cut.join('/') + (open && full && cut.length < 3 ? '/' : '')
}

/** 'YYYY-MM-DD' of a date as shown in the language, or null when there is no such day. */
export function parseShownDate(shown: string, locale: Locale): string | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(shown.trim())
  if (!match) return null
  const [, first = '', second = '', year = ''] = match
  const [month, day] = locale === 'es-es' ? [second, first] : [first, second]
  const iso = `${year}-${month}-${day}`
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null
}

/** 'YYYY-MM-DD', or the day of an instant in a zone, as MM/DD/YYYY, in Spanish DD/MM/YYYY; '' for null. */
export function showDate(date: string | Date | null | undefined, locale: Locale, zone?: string): string {
  if (!date) return ''
  const [year, month, day] = legalDay(date, zone).split('-')
  return locale === 'es-es' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`
}
