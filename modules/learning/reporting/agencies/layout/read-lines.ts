import type { Layout, LayoutAnswers, LayoutField } from './layout.schema.ts'
import { formatDate } from './layout-value.ts'
import { checksumOf, lineEnd } from './write-layout.ts'

/** A mismatch between a file and its layout. Lines are numbered from 1. */
export type SampleFault = {
  line: number
  field: string | null
  fault: 'lines' | 'length' | 'columns' | 'names' | 'constant' | 'code' | 'date' | 'missing' | 'count' | 'checksum'
}

/** The cells of one line of a delimited file; null if a quote is not closed. */
export function cellsOf(text: string, delimiter: string): string[] | null {
  const cells: string[] = []
  let position = 0
  for (;;) {
    if (text[position] === '"') {
      const end = closingQuote(text, position + 1)
      if (end < 0) return null
      cells.push(text.slice(position + 1, end).replaceAll('""', '"'))
      position = end + 1
    } else {
      const end = text.indexOf(delimiter, position)
      cells.push(text.slice(position, end < 0 ? text.length : end))
      position = end < 0 ? text.length : end
    }
    if (position >= text.length) return cells
    if (text[position] !== delimiter) return null
    position += 1
    if (position === text.length) return [...cells, '']
  }
}

function closingQuote(text: string, from: number): number {
  for (let position = text.indexOf('"', from); position >= 0; position = text.indexOf('"', position)) {
    if (text[position + 1] !== '"') return position
    position += 2
  }
  return -1
}

/** Compares a sample of the agency with a layout. Returns at most 50 mismatches. */
export function checkSample(layout: Layout, sample: string): SampleFault[] {
  const end = lineEnd(layout)
  const lines = (sample.endsWith(end) ? sample.slice(0, -end.length) : sample).split(end)
  const headLines = (layout.column_names ? 1 : 0) + (layout.header ? 1 : 0)
  const tailLines = layout.trailer ? 1 : 0
  const records = lines.length - headLines - tailLines
  if (records < 1 || sample.trim() === '') return [{ line: lines.length, field: null, fault: 'lines' }]
  const faults: SampleFault[] = []
  if (layout.column_names) faults.push(...checkNames(layout, lines[0]!))
  const facts = { count: records, checksum: '' }
  if (layout.header) faults.push(...checkLine(layout, layout.header, lines[headLines - 1]!, headLines, facts))
  for (const [index, line] of lines.slice(headLines, headLines + records).entries()) {
    faults.push(...checkLine(layout, layout.fields, line, headLines + index + 1, facts))
  }
  if (layout.trailer) {
    const body = Buffer.from(
      lines
        .slice(0, -1)
        .map((line) => line + end)
        .join(''),
      layout.encoding === 'utf-8' ? 'utf8' : 'latin1',
    )
    const checksum = layout.checksum ? checksumOf(layout.checksum, body) : ''
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
  let position = 0
  const values = fields.map(({ width = 0, align, pad }) => {
    const value = letters.slice(position, position + width).join('')
    position += width
    return removePadding(value, align, pad)
  })
  return position === letters.length ? values : 'length'
}

function removePadding(value: string, align: LayoutField['align'], pad: string): string {
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
  if (date && value !== '' && !matchesDateFormat(date, value)) return 'date'
  if (from === 'file.count' && Number(value) !== count) return 'count'
  if (from === 'file.checksum' && value !== checksum) return 'checksum'
  return null
}

/** Whether a text matches a date format: the same length and separators, and a valid month and day. */
function matchesDateFormat(form: string, value: string): boolean {
  const example = formatDate(form, '2000-12-28T23:59:59')!
  if (example.length !== value.length || example.replaceAll(/\d/g, '0') !== value.replaceAll(/\d/g, '0')) return false
  const isInRange = (token: string, max: number) => {
    // Every token is as long as its value, so positions in the format apply to the value.
    const position = form.indexOf(token)
    const number = position < 0 ? 1 : Number(value.slice(position, position + 2))
    return number >= 1 && number <= max
  }
  return isInRange('MM', 12) && isInRange('DD', 31)
}

/** An agency's response to a line of a file. */
export type LineResponse = {
  id: string
  accepted: boolean
  number: string | null
  code: string | null
  message: string | null
}

/** Reads a response file; null if a line is shorter than the layout's positions. */
export function readResponses(answers: LayoutAnswers, text: string): LineResponse[] | null {
  const { skip, skip_end, accepted } = answers
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const result: LineResponse[] = []
  for (const line of lines.slice(skip, lines.length - skip_end)) {
    const values = answers.form === 'csv' ? csvValuesOf(answers, line) : fixedValuesOf(answers, line)
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

function csvValuesOf(answers: Extract<LayoutAnswers, { form: 'csv' }>, line: string): AnswerValues | null {
  const cells = cellsOf(line, answers.delimiter)
  const cell = (column: number | undefined) =>
    column === undefined ? undefined : (cells?.[column - 1]?.trim() ?? null)
  return cells && valuesAt(answers, cell)
}

function fixedValuesOf(answers: Extract<LayoutAnswers, { form: 'fixed' }>, line: string): AnswerValues {
  const letters = [...line]
  return valuesAt(answers, (position: { start: number; width: number } | undefined) => {
    if (!position) return undefined
    const { start, width } = position
    return letters.length < start
      ? null
      : letters
          .slice(start - 1, start - 1 + width)
          .join('')
          .trim()
  })
}

const valuesAt = <Position>(
  { id, status, code, message, number }: Record<'id', Position> & Partial<Record<keyof AnswerValues, Position>>,
  read: (position: Position | undefined) => string | null | undefined,
): AnswerValues => ({
  id: read(id),
  status: read(status),
  code: read(code),
  message: read(message),
  number: read(number),
})
