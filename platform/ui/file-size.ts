import { formatLocale } from '#platform/locale-format.ts'
import type { Locale } from '#platform/texts.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** A file size in steps of 1024: '1.4 MB', in Spanish '1,4 MB'. */
export function fileSize(bytes: number, locale: Locale): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const amount = bytes / 1024 ** step
  return `${amount.toLocaleString(formatLocale(locale), { maximumFractionDigits: step > 0 && amount < 10 ? 1 : 0 })} ${units[step]}`
}
