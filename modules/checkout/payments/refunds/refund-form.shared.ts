import { toCents, toDollars } from '#platform/money.ts'
import type { Refundable } from './fetch-refundable.ts'

type Line = Refundable['lines'][number]
type Values = Readonly<Record<string, string>>

export const amountField = ({ order_item_id }: Pick<Line, 'order_item_id'>) => `amount_${order_item_id}`
export const endsField = ({ order_item_id }: Pick<Line, 'order_item_id'>) => `ends_${order_item_id}`

/** Cents of a typed sum; null if invalid. */
function readCents(typed: string): number | null {
  try {
    const cents = toCents(typed.trim() === '' ? 0 : typed)
    return cents < 0 ? null : cents
  } catch {
    return null
  }
}

/** Lines with something left, or with only the course left to decide about. */
export const openLines = ({ lines }: Pick<Refundable, 'lines'>): Line[] =>
  lines.filter(({ rest, paid, student_course_id }) => rest > 0 || (paid === 0 && student_course_id !== null))

const endsOf = (typed: string | undefined) => (typed === '1' ? true : typed === '0' ? false : null)

/** The total refund in cents; unreadable sums count 0. */
export const sumOf = (payment: Pick<Refundable, 'lines'>, values: Values): number =>
  openLines(payment).reduce((sum, line) => sum + (readCents(values[amountField(line)] ?? '') ?? 0), 0)

export type RefundForm = {
  amount: number
  lines: { order_item_id: number; amount: number; ends_enrolment: boolean | null }[]
}
type Wrong = { wrong: string[] }

/** The fields above what is left of their lines. */
export const fieldsBeyond = (payment: Pick<Refundable, 'lines'>, values: Values): string[] =>
  openLines(payment)
    .filter((line) => (readCents(values[amountField(line)] ?? '') ?? 0) > toCents(line.rest))
    .map(amountField)

/**
 * The body of a refund from its form, or the fields with unreadable sums. Includes all lines in the form, even those
 * with nothing left: a form sent twice is the same refund.
 */
export function readRefundForm({ lines: all }: Pick<Refundable, 'lines'>, values: Values): RefundForm | Wrong {
  const submittedLines = all.filter((line) => amountField(line) in values || endsField(line) in values)
  const cents = submittedLines.map((line) => readCents(values[amountField(line)] ?? ''))
  const wrong = submittedLines.filter((_, index) => cents[index] === null).map(amountField)
  if (wrong.length > 0) return { wrong }
  const lines = submittedLines.map((line, index) => ({
    order_item_id: line.order_item_id,
    amount: toDollars(cents[index] ?? 0),
    ends_enrolment: endsOf(values[endsField(line)]),
  }))
  return { amount: toDollars(cents.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)), lines }
}

/** The course choices of a void. */
export const readVoidForm = (payment: Refundable, values: Values) =>
  payment.lines
    .filter(({ student_course_id }) => student_course_id !== null)
    .map((line) => ({ order_item_id: line.order_item_id, ends_enrolment: endsOf(values[endsField(line)]) }))

/** The payment of a refund or void address, or null. */
export function readRefundPath(path: string): { payment_id: number; action: 'refund' | 'void' } | null {
  const [, payment_id, action] = /^\/manage\/payments\/(\d{1,9})\/(refund|void)$/.exec(path) ?? []
  return payment_id ? { payment_id: Number(payment_id), action: action as 'refund' | 'void' } : null
}
