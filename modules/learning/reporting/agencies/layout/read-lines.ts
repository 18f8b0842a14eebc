import type { Layout, LayoutAnswers, LayoutField } from './layout.schema.ts'
import { dateIn } from './layout-value.ts'
import { checksumOf, lineEnd } from './write-layout.ts'

/** A place in a file that does not fit its layout. Lines count from 1. */
export type SampleFault = {
  line: number
  field: string | null
  fault: 'lines' | 'length' | 'columns' | 'names' | 'constant' | 'code' | 'date' | 'missing' | 'count' | 'checksum'
}

/** The cells of one line of a delimited file; null if a quote is not closed. */
export function cellsOf(text: string, delimiter: string): string[] | null {
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1)
      if (end < 0) return null
      cells.push(text.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 1
    } else {
      const end = text.indexOf(delimiter, at)
      cells.push(text.slice(at, end < 0 ? text.length : end))
      at = end < 0 ? text.length : end
    }
    if (at >= text.length) return cells
    if (text[at] !== delimiter) return null
    at += 1
    if (at === text.length) return [...cells, '']
  }
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at)) {
    if (text[at + 1] !== '"') return at
    at += 2
  }
  return -1
}

/** Compares a sample of the agency with a layout. Returns at most 50 mismatches. */
export function checkSample(layout: Layout, sample: string): SampleFault[] {
  const end = lineEnd(layout)
  const lines = (sample.endsWith(end) ? sample.slice(0, -end.length) : sample).split(end)
  const heads = (layout.column_names ? 1 : 0) + (layout.header ? 1 : 0)
  const tails = layout.trailer ? 1 : 0
  const records = lines.length - heads - tails
  if (records < 1 || sample.trim() === '') return [{ line: lines.length, field: null, fault: 'lines' }]
  const faults: SampleFault[] = []
  if (layout.column_names) faults.push(...checkNames(layout, lines[0]!))
  const facts = { count: records, checksum: '' }
  if (layout.header) faults.push(...checkLine(layout, layout.header, lines[heads - 1]!, heads, facts))
  for (const [index, line] of lines.slice(heads, heads + records).entries()) {
    faults.push(...checkLine(layout, layout.fields, line, heads + index + 1, facts))
  }
  if (layout.trailer) {
    const before = Buffer.from(
      lines
        .slice(0, -1)
        .map((line) => line + end)
        .join(''),
      layout.encoding === 'utf-8' ? 'utf8' : 'latin1',
    )
    const checksum = layout.checksum ? checksumOf(layout.checksum, before) : ''
    faults.push(...checkLine(layout, layout.trailer, lines.at(-1)!, lines.length, { ...facts, checksum }))
  }
  return faults.slice(0, 50)
}

function checkNames({ fields, delimiter }: Layout, line: string): SampleFault[] {
  const names = cellsOf(line, delimiter)
  const isSame = names?.length === fields.length && fields.every(({ name }, index) => names[index] === name)
  return isSame ? [] : [{ line: 1, field: null, fault: 'names' }]
}

function valuesOf(layout: Layout, fields: readonly LayoutField[], line: string): string[] | 'length' | 'columns' {
  if (layout.form === 'csv') {
    const cells = cellsOf(line, layout.delimiter)
    return cells?.length === fields.length ? cells : 'columns'
  }
  const letters = [...line]
  let at = 0
  const values = fields.map(({ width = 0, align, pad }) => {
    const value = letters.slice(at, at + width).join('')
    at += width
    return unpadded(value, align, pad)
  })
  return at === letters.length ? values : 'length'
}

function unpadded(value: string, align: LayoutField['align'], pad: string): string {
  const letters = [...value]
  if (align === 'left') return letters.slice(0, letters.findLastIndex((letter) => letter !== pad) + 1).join('')
  const first = letters.findIndex((letter) => letter !== pad)
  return first < 0 ? '' : letters.slice(first).join('')
}

function checkLine(
  layout: Layout,
  fields: readonly LayoutField[],
  text: string,
  line: number,
  facts: { count: number; checksum: string },
): SampleFault[] {
  const values = valuesOf(layout, fields, text)
  if (typeof values === 'string') return [{ line, field: null, fault: values }]
  return fields.flatMap((field, index): SampleFault[] => {
    const fault = valueFault(field, values[index]!, facts)
    return fault ? [{ line, field: field.name, fault }] : []
  })
}

function valueFault(
  { constant, codes, date, required, from, width }: LayoutField,
  value: string,
  { count, checksum }: { count: number; checksum: string },
): SampleFault['fault'] | null {
  if (constant !== undefined && value !== constant.trim()) return 'constant'
  if (required && value === '') return 'missing'
  if (width !== undefined && [...value].length > width) return 'length'
  if (codes && value !== '' && !Object.values(codes).includes(value)) return 'code'
  if (date && value !== '' && !hasForm(date, value)) return 'date'
  if (from === 'file.count' && Number(value) !== count) return 'count'
  if (from === 'file.checksum' && value !== checksum) return 'checksum'
  return null
}

/** Whether a text has the form of a date: the same length and separators, and a valid month and day. */
function hasForm(form: string, value: string): boolean {
  const example = dateIn(form, '2000-12-28T23:59:59')!
  if (example.length !== value.length || example.replaceAll(/\d/g, '0') !== value.replaceAll(/\d/g, '0')) return false
  const at = (token: string, max: number) => {
    const place = form.indexOf(token)
    // Only tokens as long as their text may come before the month and day.
    const number = place < 0 ? 1 : Number(value.slice(place, place + 2))
    return number >= 1 && number <= max
  }
  return at('MM', 12) && at('DD', 31)
}

/** An agency's response to a line of a file. */
export type LineAnswer = {
  id: string
  accepted: boolean
  number: string | null
  code: string | null
  message: string | null
}

/** Reads a response file; null if a line lacks the positions of the layout. */
export function readAnswers(answers: LayoutAnswers, text: string): LineAnswer[] | null {
  const { skip, skip_end, accepted } = answers
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const result: LineAnswer[] = []
  for (const line of lines.slice(skip, lines.length - skip_end)) {
    const values = answers.form === 'csv' ? columnsOf(answers, line) : placesOf(answers, line)
    if (!values?.id || values.status === null) return null
    const { id, status, code, message, number } = values
    result.push({
      id,
      accepted: status !== undefined && accepted.includes(status),
      number: number || null,
      code: code?.toUpperCase().slice(0, 20) || null,
      message: message?.slice(0, 500) || null,
    })
  }
  return result
}

/** The values of a response; undefined without a position in the layout, null if the line ends before it. */
type AnswerValues = Record<'id' | 'status' | 'code' | 'message' | 'number', string | null | undefined>

function columnsOf(answers: Extract<LayoutAnswers, { form: 'csv' }>, line: string): AnswerValues | null {
  const cells = cellsOf(line, answers.delimiter)
  const cell = (column: number | undefined) =>
    column === undefined ? undefined : (cells?.[column - 1]?.trim() ?? null)
  return cells && valuesAt(answers, cell)
}

function placesOf(answers: Extract<LayoutAnswers, { form: 'fixed' }>, line: string): AnswerValues {
  const letters = [...line]
  return valuesAt(answers, (place: { start: number; width: number } | undefined) => {
    if (!place) return undefined
    const { start, width } = place
    return letters.length < start
      ? null
      : letters
          .slice(start - 1, start - 1 + width)
          .join('')
          .trim()
  })
}

const valuesAt = <Place>(
  { id, status, code, message, number }: Record<'id', Place> & Partial<Record<keyof AnswerValues, Place>>,
  at: (place: Place | undefined) => string | null | undefined,
): AnswerValues => ({ id: at(id), status: at(status), code: at(code), message: at(message), number: at(number) })
