import { checkoutErrors } from '#modules/checkout/errors.ts'
import { isComplete } from '#modules/learning/index.ts'
import type { Line } from './payment.sql.ts'
import type { RefundLine } from './refund-attempt.sql.ts'
import { endsByDefault, restOf, splitRefund } from './split-refund.shared.ts'

/** Staff's input for one line; omitted fields follow the rule. */
export type LineRequest = { order_item_id: number; amount_cents: number | null; ends_enrolment: boolean | null }

type RefundScope = { amount_cents: number; whole: boolean; requestedLines: readonly LineRequest[] | null }

/**
 * The lines of a refund: the given ones, or all of them in proportion to what is left. Throws refundLines if the sums
 * don't match the total, or exceed what is left of a line.
 */
export function chooseLines(
  lines: readonly Line[],
  { amount_cents, whole, requestedLines }: RefundScope,
): RefundLine[] {
  const shares = splitRefund(amount_cents, lines)
  const requestedById = new Map((requestedLines ?? []).map((line) => [line.order_item_id, line]))
  if (requestedById.size !== (requestedLines ?? []).length) throw checkoutErrors.refundLines()
  if ([...requestedById.keys()].some((id) => !lines.some((line) => line.order_item_id === id)))
    throw checkoutErrors.refundLines()
  const hasAmounts = requestedLines?.some((line) => line.amount_cents !== null) ?? false
  const cents = lines.map(({ order_item_id }, index) =>
    hasAmounts ? (requestedById.get(order_item_id)?.amount_cents ?? 0) : shares[index]!,
  )
  if (lines.some((line, index) => cents[index]! > restOf(line))) throw checkoutErrors.refundLines()
  const selection = lines.map((line, index) => {
    const bundle = lines.findIndex(({ order_item_id }) => order_item_id === line.bundled_order_item_id)
    const payingIndex = bundle < 0 ? index : bundle
    const rule = endsByDefault(lines[payingIndex]!, cents[payingIndex]!, whole)
    return refundLine(line, cents[index]!, {
      rule,
      ends: requestedById.get(line.order_item_id)?.ends_enrolment ?? null,
    })
  })
  if (selection.reduce((sum, line) => sum + line.amount_cents, 0) !== amount_cents) throw checkoutErrors.refundLines()
  return selection.filter((line) => line.amount_cents > 0 || line.ends_enrolment)
}

/** A completed course stays unless ending it is explicit: it may have been reported and certified. */
function refundLine(line: Line, amount_cents: number, { rule, ends }: { rule: boolean; ends: boolean | null }) {
  const { order_item_id, student_course_id, kind, lk_student_course_status_id: at } = line
  // A retake or reinstatement opened no course of its own; only the right to it ends.
  const opens = student_course_id !== null || kind === 'retake' || kind === 'reinstatement'
  const complete = at !== null && isComplete(at)
  return {
    order_item_id,
    amount_cents,
    ends_enrolment: opens && (ends ?? (rule && !complete)),
    ends_completed: complete && ends === true,
  }
}
