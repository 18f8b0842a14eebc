import type { CellValue } from '#platform/grid/cell-value.ts'
import { csvInstant, sheetDay, sheetInstant } from '#platform/grid/sheet-cell.ts'
import { toDollars } from '#platform/money.ts'
import { type Locale, localize, texts } from '#platform/texts.ts'
import { isoIn } from '#platform/zone.ts'
import type { ReportColumn } from './report.ts'

export const formats = ['xlsx', 'csv', 'json'] as const
export type Format = (typeof formats)[number]

const messages = texts({ yes: ['Yes', 'Sí'], no: ['No', 'No'] })

type Place = { readonly locale: Locale; readonly zone: string }

/** A value in a file: numbers as numbers, days and times in the organization's zone. */
export function cellOf(column: ReportColumn, value: unknown, format: Format, { locale, zone }: Place): CellValue {
  if (value === null || value === undefined) return column.empty ? localize(locale, column.empty) : null
  switch (column.kind) {
    case 'money':
      return format === 'csv' ? toDollars(Number(value)).toFixed(2) : toDollars(Number(value))
    case 'number':
      return Number(value)
    case 'flag':
      return localize(locale, value ? messages.yes : messages.no)
    case 'status': {
      const word = column.choices?.[Number(value)]
      return word ? localize(locale, word) : String(value)
    }
    case 'date':
      return format === 'xlsx' ? sheetDay(String(value)) : String(value)
    case 'instant':
      return instantCell(column, value as Date, format, zone)
    default:
      return String(value)
  }
}

function instantCell(column: ReportColumn, instant: Date, format: Format, zone: string): CellValue {
  if (format === 'json') return isoIn(zone, instant)
  if (format === 'xlsx') return sheetInstant(column, instant, zone)
  return csvInstant(column, instant, zone)
}
