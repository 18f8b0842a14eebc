import { decomposed } from '#platform/composed.shared.ts'
import { isoIn } from '#platform/zone.ts'
import type { AnyField, Layout } from './layout.schema.ts'

/** The facts about a whole file; the checksum is known only when its trailer is written. */
export type FileFacts = {
  number: number
  count: number
  now: Date
  time_zone: string
  checksum?: string
  /** The position of a record, from 1. */
  line?: number
}

export type FieldFault = { field: string; fault: 'missing' | 'long' | 'code' | 'character' | 'date' }

export const isFieldFault = (value: string | FieldFault): value is FieldFault => typeof value !== 'string'

/** A value of the record or file in our own format, with instants in the organization's time zone. */
function sourceValue(source: string, record: object | null, file: FileFacts): string {
  if (source === 'file.number') return String(file.number)
  if (source === 'file.count') return String(file.count)
  if (source === 'file.date') return isoIn(file.time_zone, file.now)
  if (source === 'file.checksum') return file.checksum ?? ''
  if (source === 'outcome') return record ? recordValue(record, source) || 'passed' : ''
  if (source === 'line.number') return String(file.line ?? 0)
  if (source === 'completed_at') return record ? isoIn(file.time_zone, new Date(recordValue(record, source))) : ''
  return record ? recordValue(record, source) : ''
}

/** A field of a record as text; '' where it is unknown. */
export function recordValue(record: object, field: string): string {
  const value = field
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], record)
  return value === null || value === undefined ? '' : String(value)
}

const datePattern = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?/

/** A date or time in a layout's format; null if the value is not a date. */
export function formatDate(form: string, value: string): string | null {
  const match = datePattern.exec(value)
  if (!match) return null
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] = match
  const tokens: Readonly<Record<string, string>> = {
    YYYY: year,
    YY: year.slice(2),
    MM: month,
    DD: day,
    HH: hour,
    NN: minute,
    SS: second,
  }
  return form.replaceAll(/YYYY|YY|MM|DD|HH|NN|SS/g, (token) => tokens[token]!)
}

/** A value in the characters of an encoding, without diacritics if necessary; null if it cannot be encoded. */
export function toEncoding(value: string, encoding: Layout['encoding']): string | null {
  if (encoding === 'utf-8') return value
  const highest = encoding === 'ascii' ? 0x7e : 0xff
  const isEncodable = (text: string) => [...text].every((letter) => letter >= ' ' && letter.codePointAt(0)! <= highest)
  const result = [...value]
    .map((letter) => (isEncodable(letter) ? letter : decomposed(letter).replaceAll(/\p{M}/gu, '')))
    .join('')
  return isEncodable(result) ? result : null
}

/** A field's value as written to the file, without padding. */
export function fieldValue(
  field: AnyField,
  encoding: Layout['encoding'],
  record: object | null,
  file: FileFacts,
): string | FieldFault {
  const { name, from, constant, codes, required, width, cut } = field
  const fault = (kind: FieldFault['fault']): FieldFault => ({ field: name, fault: kind })
  const text = (constant ?? sourceValue(from!, record, file)).replaceAll(/\s+/g, ' ').trim()
  if (text === '' && required) return fault('missing')
  const codedText = codes ? (Object.hasOwn(codes, text) ? codes[text]! : null) : text
  if (codedText === null) return fault('code')
  const dateText = field.date && codedText !== '' ? formatDate(field.date, codedText) : codedText
  if (dateText === null) return fault('date')
  const value = toEncoding(convertCase(field, filterCharacters(field, dateText)), encoding)
  if (value === null) return fault('character')
  const letters = [...value]
  if (width === undefined || letters.length <= width) return value
  return cut ? letters.slice(0, width).join('').trimEnd() : fault('long')
}

function filterCharacters({ keep }: AnyField, value: string): string {
  if (keep === 'digits') return value.replaceAll(/\D/g, '')
  return keep ? value.replaceAll(/[^\p{L}\p{N}]/gu, '') : value
}

function convertCase({ case: letterCase }: AnyField, value: string): string {
  if (letterCase === 'upper') return value.toUpperCase()
  return letterCase === 'lower' ? value.toLowerCase() : value
}
