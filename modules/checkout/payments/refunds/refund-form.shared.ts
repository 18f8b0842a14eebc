import { toCents, toDollars } from '#platform/money.ts'
import type { Refundable } from './fetch-refundable.ts'

type Line = Refundable['lines'][number]
type Values = Readonly<Record<string, string>>

export const amountField = ({ order_item_id }: Pick<Line, 'order_item_id'>) => `amount_${order_item_id}`
export const endsField = ({ order_item_id }: Pick<Line, 'order_item_id'>) => `ends_${order_item_id}`

/** Parses a typed amount to cents; null if invalid. */
function parseCents(text: string): number | null {
  try {
    const cents = toCents(text.trim() === '' ? 0 : text)
    return cents < 0 ? null : cents
  } catch {
    return null
  }
}

/** The lines with a refundable amount, and free lines whose course can be ended. */
export const openLines = ({ lines }: Pick<Refundable, 'lines'>): Line[] =>
  lines.filter(({ rest, paid, student_course_id }) => rest > 0 || (paid === 0 && student_course_id !== null))

const parseEnds = (text: string | undefined): boolean | null => {
  if (text === '1') return true
  return text === '0' ? false : null
}

/** The total of the form in cents; invalid amounts count as 0. */
export const sumAmounts = (payment: Pick<Refundable, 'lines'>, values: Values): number =>
  openLines(payment).reduce((sum, line) => sum + (parseCents(values[amountField(line)] ?? '') ?? 0), 0)

export type RefundForm = {
  amount: number
  lines: { order_item_id: number; amount: number; ends_enrolment: boolean | null }[]
}
type InvalidFields = { invalidFields: string[] }

/** The fields whose amount exceeds the remainder of their line. */
export const listExcessFields = (payment: Pick<Refundable, 'lines'>, values: Values): string[] =>
  openLines(payment)
    .filter((line) => (parseCents(values[amountField(line)] ?? '') ?? 0) > toCents(line.rest))
    .map(amountField)

/**
 * Parses the form to the body of a refund, or returns the fields with invalid amounts. Includes all lines of the form,
 * even those fully refunded in the meantime, so that a form sent twice has the same body.
 */
export function parseRefundForm({ lines }: Pick<Refundable, 'lines'>, values: Values): RefundForm | InvalidFields {
  const submittedLines = lines.filter((line) => amountField(line) in values || endsField(line) in values)
  const cents = submittedLines.map((line) => parseCents(values[amountField(line)] ?? ''))
  const invalidFields = submittedLines.filter((_, index) => cents[index] === null).map(amountField)
  if (invalidFields.length > 0) return { invalidFields }
  const requestLines = submittedLines.map((line, index) => ({
    order_item_id: line.order_item_id,
    amount: toDollars(cents[index] ?? 0),
    ends_enrolment: parseEnds(values[endsField(line)]),
  }))
  return { amount: toDollars(cents.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)), lines: requestLines }
}

/** Parses the choices of a void: whether the courses end. */
export const parseVoidForm = (payment: Refundable, values: Values) =>
  payment.lines
    .filter(({ student_course_id }) => student_course_id !== null)
    .map((line) => ({ order_item_id: line.order_item_id, ends_enrolment: parseEnds(values[endsField(line)]) }))

/** Parses the path of the page for a refund or void; null for another path. */
export function parseRefundPath(path: string): { payment_id: number; action: 'refund' | 'void' } | null {
  const [, payment_id, action] = /^\/manage\/payments\/(\d{1,9})\/(refund|void)$/.exec(path) ?? []
  return payment_id ? { payment_id: Number(payment_id), action: action as 'refund' | 'void' } : null
}
