import { dateShape } from '#platform/locale-format.ts'
import type { Locale } from '#platform/texts.ts'
import { wallClock } from '#platform/zone.ts'
import type { ColumnKind } from './columns.ts'

type CellFormat = { readonly kind: ColumnKind; readonly precise?: boolean | undefined }

const dayMs = 86_400_000
/** Spreadsheets count days from here. */
const epoch = Date.UTC(1899, 11, 30)
/** Programs disagree about the numbers of earlier days, so those stay texts. */
const firstDay = '1900-03-01'

/** A calendar day, YYYY-MM-DD, as the number that spreadsheets sort and calculate with. */
export const sheetDay = (day: string): number | string => (day < firstDay ? day : (Date.parse(day) - epoch) / dayMs)

/** An instant in the zone's local time as such a number; only the day if the column shows no time. */
export function sheetInstant({ precise }: Pick<CellFormat, 'precise'>, at: Date, zone: string): number {
  const days = (wallClock(zone, at).getTime() - epoch) / dayMs
  return precise ? days : Math.floor(days)
}

/** The same for CSV, in every language: 2026-11-24, and 2026-11-24 15:30:05 if the column shows the time. */
export function csvInstant({ precise }: Pick<CellFormat, 'precise'>, at: Date, zone: string): string {
  const text = wallClock(zone, at).toISOString()
  return precise ? `${text.slice(0, 10)} ${text.slice(11, 19)}` : text.slice(0, 10)
}

const partFormats = { year: 'yyyy', month: 'mm', day: 'dd' } as const

/** 'mm/dd/yyyy', in the order of the reader's language. */
function dayFormat(locale: Locale): string {
  const { order, separator: between } = dateShape(locale)
  return order.map((part) => partFormats[part]).join(between)
}

/** The number format of a column in a spreadsheet. */
export function sheetFormat({ kind, precise }: CellFormat, locale: Locale): string | undefined {
  if (kind === 'money') return '"$"#,##0.00;-"$"#,##0.00'
  if (kind === 'date') return dayFormat(locale)
  if (kind === 'instant') return precise ? `${dayFormat(locale)} h:mm:ss AM/PM` : dayFormat(locale)
  return undefined
}
