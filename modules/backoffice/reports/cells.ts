import type { CellValue } from '../../../platform/grid/cell-value.ts'
import { dateShape } from '../../../platform/locale-format.ts'
import { toDollars } from '../../../platform/money.ts'
import { type Locale, pick, texts } from '../../../platform/texts.ts'
import { isoIn, wallClock } from '../../../platform/zone.ts'
import type { ReportColumn } from './report.ts'

export const formats = ['xlsx', 'csv', 'json'] as const
export type Format = (typeof formats)[number]

const words = texts({ yes: ['Yes', 'Sí'], no: ['No', 'No'] })
const dayMs = 86_400_000
/** Spreadsheets count days from here. */
const epoch = Date.UTC(1899, 11, 30)

type Place = { readonly locale: Locale; readonly zone: string }

/** How a value stands in a file: numbers as numbers, days and times by the clocks of the organization. */
export function cellOf(column: ReportColumn, value: unknown, format: Format, { locale, zone }: Place): CellValue {
  if (value === null || value === undefined) return column.empty ? pick(locale, column.empty) : null
  switch (column.kind) {
    case 'money':
      return format === 'csv' ? toDollars(Number(value)).toFixed(2) : toDollars(Number(value))
    case 'number':
      return Number(value)
    case 'flag':
      return pick(locale, value ? words.yes : words.no)
    case 'status': {
      const word = column.choices?.[Number(value)]
      return word ? pick(locale, word) : String(value)
    }
    case 'date':
      return String(value)
    case 'instant':
      return instantCell(column, value as Date, format, zone)
    default:
      return String(value)
  }
}

function instantCell({ precise }: ReportColumn, at: Date, format: Format, zone: string): CellValue {
  if (format === 'json') return isoIn(zone, at)
  const shown = wallClock(zone, at)
  if (format === 'xlsx') {
    const days = (shown.getTime() - epoch) / dayMs
    return precise ? days : Math.floor(days)
  }
  const text = shown.toISOString()
  return precise ? `${text.slice(0, 10)} ${text.slice(11, 19)}` : text.slice(0, 10)
}

const partFormats = { year: 'yyyy', month: 'mm', day: 'dd' } as const

/** 'mm/dd/yyyy', in the order of the reader's language. */
function dayFormat(locale: Locale): string {
  const { order, between } = dateShape(locale)
  return order.map((part) => partFormats[part]).join(between)
}

/** How a spreadsheet shows the numbers of a column. */
export function sheetFormat({ kind, precise }: ReportColumn, locale: Locale): string | undefined {
  if (kind === 'money') return '"$"#,##0.00;-"$"#,##0.00'
  if (kind === 'instant') return precise ? `${dayFormat(locale)} h:mm:ss AM/PM` : dayFormat(locale)
  return undefined
}
