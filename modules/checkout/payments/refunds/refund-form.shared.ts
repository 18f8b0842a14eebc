import { toCents, toDollars } from '#platform/money.ts'
import type { Refundable } from './fetch-refundable.ts'

type Line = Refundable['lines'][number]
type Values = Readonly<Record<string, string>>

export const amountField = ({ order_item_id }: Pick<Line, 'order_item_id'>) => `amount_${order_item_id}`
export const endsField = ({ order_item_id }: Pick<Line, 'order_item_id'>) => `ends_${order_item_id}`

/** Cents of what was typed; null where it is no sum. */
function readCents(typed: string): number | null {
  try {
    const cents = toCents(typed.trim() === '' ? 0 : typed)
    return cents < 0 ? null : cents
  } catch {
    return null
  }
}

/** Lines of which something is left, or of which only the course is left to decide about. */
export const openLines = ({ lines }: Pick<Refundable, 'lines'>): Line[] =>
  lines.filter(({ rest, paid, student_course_id }) => rest > 0 || (paid === 0 && student_course_id !== null))

const endsOf = (typed: string | undefined) => (typed === '1' ? true : typed === '0' ? false : null)

/** What is given back altogether, in cents; sums that cannot be read count 0. */
export const sumOf = (payment: Pick<Refundable, 'lines'>, values: Values): number =>
  openLines(payment).reduce((sum, line) => sum + (readCents(values[amountField(line)] ?? '') ?? 0), 0)

export type RefundForm = {
  amount: number
  lines: { order_item_id: number; amount: number; ends_enrolment: boolean | null }[]
}
type Wrong = { wrong: string[] }

/** The fields with more than is left of their lines. */
export const fieldsBeyond = (payment: Pick<Refundable, 'lines'>, values: Values): string[] =>
  openLines(payment)
    .filter((line) => (readCents(values[amountField(line)] ?? '') ?? 0) > toCents(line.rest))
    .map(amountField)

/**
 * The body of a refund from its form; the fields whose sums cannot be read where there are any. The lines are those of
 * the form, even where nothing is left of them now: a form that was sent twice is the same refund.
 */
export function readRefundForm({ lines: all }: Pick<Refundable, 'lines'>, values: Values): RefundForm | Wrong {
  const sent = all.filter((line) => amountField(line) in values || endsField(line) in values)
  const cents = sent.map((line) => readCents(values[amountField(line)] ?? ''))
  const wrong = sent.filter((_, index) => cents[index] === null).map(amountField)
  if (wrong.length > 0) return { wrong }
  const lines = sent.map((line, index) => ({
    order_item_id: line.order_item_id,
    amount: toDollars(cents[index] ?? 0),
    ends_enrolment: endsOf(values[endsField(line)]),
  }))
  return { amount: toDollars(cents.reduce<number>((sum, one) => sum + (one ?? 0), 0)), lines }
}

/** What a void says of the courses. */
export const readVoidForm = (payment: Refundable, values: Values) =>
  payment.lines
    .filter(({ student_course_id }) => student_course_id !== null)
    .map((line) => ({ order_item_id: line.order_item_id, ends_enrolment: endsOf(values[endsField(line)]) }))

/** The payment whose refund or void an address is about, or null. */
export function readRefundPath(path: string): { payment_id: number; action: 'refund' | 'void' } | null {
  const [, payment_id, action] = /^\/manage\/payments\/(\d{1,9})\/(refund|void)$/.exec(path) ?? []
  return payment_id ? { payment_id: Number(payment_id), action: action as 'refund' | 'void' } : null
}
