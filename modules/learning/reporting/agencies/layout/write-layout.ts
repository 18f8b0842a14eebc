import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import type { AnyField, AnyLayout, Layout, LayoutField } from './layout.schema.ts'
import { type FieldFault, type FileFacts, fieldValue, formatDate, isFieldFault, toEncoding } from './layout-value.ts'

export type LayoutFile = { name: string; bytes: Uint8Array }

const encodings = { ascii: 'ascii', latin1: 'latin1', 'utf-8': 'utf8' } as const

/** The faults that keep a record out of a file; empty if it fits. */
export const recordFaults = (layout: Layout, record: CompletionRecord, file: FileFacts): FieldFault[] =>
  layout.fields
    .map((field) =>
      fieldValue(isRequired(field, record) ? { ...field, required: true } : field, layout.encoding, record, file),
    )
    .filter(isFieldFault)

/** Like `recordFaults`, for records of any kind. */
export const lineFaults = (layout: AnyLayout, record: object, file: FileFacts): FieldFault[] =>
  layout.fields.map((field) => fieldValue(field, layout.encoding, record, file)).filter(isFieldFault)

/** A column for the license state is required if there is a license. */
const isRequired = ({ from }: LayoutField, { student }: CompletionRecord): boolean =>
  from === 'student.license_state' && Boolean(student.driver_license)

/**
 * Writes a file of records that fit. Throws for a record that does not fit, because no line may be dropped silently.
 */
export function writeLayout(
  layout: AnyLayout,
  records: readonly object[],
  file: Omit<FileFacts, 'count' | 'checksum'>,
): LayoutFile {
  const facts: FileFacts = { ...file, count: records.length }
  const lines = [
    ...(layout.column_names ? [namesLine(layout)] : []),
    ...(layout.header ? [writeLine(layout, layout.header, null, facts)] : []),
    ...records.map((record, index) => writeLine(layout, layout.fields, record, { ...facts, line: index + 1 })),
  ]
  const body = bytesOf(layout, lines)
  const checksum = layout.checksum ? checksumOf(layout.checksum, body) : ''
  const trailer = layout.trailer
    ? bytesOf(layout, [writeLine(layout, layout.trailer, null, { ...facts, checksum })])
    : []
  return { name: fileName(layout, facts), bytes: Buffer.concat([body, Buffer.from(trailer)]) }
}

const fileName = ({ file_name }: AnyLayout, { number, now }: FileFacts): string =>
  file_name
    .replaceAll(/\{number:(\d)\}/g, (_whole, digits: string) => String(number).padStart(Number(digits), '0'))
    .replaceAll(/\{date:([YMD]+)\}/g, (_whole, form: string) => formatDate(form, now.toISOString())!)

export const lineEnd = ({ line_end }: Pick<Layout, 'line_end'>): string => (line_end === 'crlf' ? '\r\n' : '\n')

const bytesOf = (layout: AnyLayout, lines: readonly string[]): Buffer =>
  Buffer.from(lines.map((text) => text + lineEnd(layout)).join(''), encodings[layout.encoding])

const namesLine = (layout: AnyLayout): string =>
  layout.fields.map(({ name }) => csvCell(layout, toEncoding(name, layout.encoding) ?? '')).join(layout.delimiter)

function writeLine(layout: AnyLayout, fields: readonly AnyField[], record: object | null, facts: FileFacts): string {
  const values = fields.map((field) => {
    const value = fieldValue(field, layout.encoding, record, facts)
    if (isFieldFault(value)) throw new Error(`the field ${value.field} does not fit the file: ${value.fault}`)
    return layout.form === 'fixed' ? addPadding(field, value) : csvCell(layout, value)
  })
  return values.join(layout.form === 'fixed' ? '' : layout.delimiter)
}

function addPadding({ width = 0, align, pad }: AnyField, value: string): string {
  const missing = pad.repeat(Math.max(0, width - [...value].length))
  return align === 'right' ? missing + value : value + missing
}

/** A CSV cell for a program, not a spreadsheet, so it needs no protection against formulas. */
const csvCell = ({ quote, delimiter }: AnyLayout, value: string): string =>
  quote === 'always' || value.includes(delimiter) || /["\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value

/** The checksum of a file, in decimal digits, or hexadecimal for a hash. */
export function checksumOf(kind: NonNullable<Layout['checksum']>, bytes: Uint8Array): string {
  if (kind === 'sha256') return createHash('sha256').update(bytes).digest('hex')
  if (kind === 'crc32') return String(crc32(bytes))
  return String(bytes.reduce((sum, byte) => sum + byte, 0))
}
