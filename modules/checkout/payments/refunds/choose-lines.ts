import { checkoutErrors } from '#modules/checkout/errors.ts'
import { isComplete } from '#modules/learning/index.ts'
import type { Line } from './payment.sql.ts'
import type { RefundLine } from './refund-attempt.sql.ts'
import { endsByDefault, remainingCents, splitRefund } from './split-refund.shared.ts'

/** The input of staff for a line; null fields follow the default rule. */
export type LineRequest = { order_item_id: number; amount_cents: number | null; ends_enrolment: boolean | null }

type RefundScope = { amount_cents: number; isFullyRefunded: boolean; requestedLines: readonly LineRequest[] | null }

/**
 * Distributes a refund to lines, as requested or in proportion to their remainders. Throws refundLines if the amounts
 * do not add up to the refund, or exceed the remainder of a line.
 */
export function chooseLines(
  lines: readonly Line[],
  { amount_cents, isFullyRefunded, requestedLines }: RefundScope,
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
  if (lines.some((line, index) => cents[index]! > remainingCents(line))) throw checkoutErrors.refundLines()
  const selection = lines.map((line, index) => {
    const bundleIndex = lines.findIndex(({ order_item_id }) => order_item_id === line.bundled_order_item_id)
    const payingIndex = bundleIndex < 0 ? index : bundleIndex
    const endsByRule = endsByDefault(lines[payingIndex]!, cents[payingIndex]!, isFullyRefunded)
    return refundLine(line, cents[index]!, {
      endsByRule,
      ends: requestedById.get(line.order_item_id)?.ends_enrolment ?? null,
    })
  })
  if (selection.reduce((sum, line) => sum + line.amount_cents, 0) !== amount_cents) throw checkoutErrors.refundLines()
  return selection.filter((line) => line.amount_cents > 0 || line.ends_enrolment)
}

/** A completed course, which may have been reported and certified, is ended only if explicitly requested. */
function refundLine(
  line: Line,
  amount_cents: number,
  { endsByRule, ends }: { endsByRule: boolean; ends: boolean | null },
) {
  const { order_item_id, student_course_id, kind, lk_student_course_status_id: course_status } = line
  // Retakes and reinstatements have no course of their own, but the right to them ends.
  const hasEnrollment = student_course_id !== null || kind === 'retake' || kind === 'reinstatement'
  const isCompleted = course_status !== null && isComplete(course_status)
  return {
    order_item_id,
    amount_cents,
    ends_enrolment: hasEnrollment && (ends ?? (endsByRule && !isCompleted)),
    ends_completed: isCompleted && ends === true,
  }
}
