import { checkoutErrors } from '#modules/checkout/errors.ts'
import { findReinstatement, findRetake, lockStudentCourse } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { localText } from '#platform/texts.ts'
import { chargeTexts } from './charges.texts.ts'
import { buildCourseItem, type Line, requireAmount } from './line.ts'

/** `as_staff`: may exceed the course's limit of attempts and set another price (in dollars). */
type ChargeRequest = { user_id: number; student_course_id: number; as_staff: boolean; price?: number | null }
type PricedItem = { line: Line; organization_id: number }

/** Another attempt at a quiz that the student has failed. Throws notFound, nothingToRetake and chargeMissing. */
export async function priceRetake(ctx: Ctx, request: ChargeRequest & { component_id: number }): Promise<PricedItem> {
  const { user_id, student_course_id, component_id, as_staff } = request
  const offer = await findRetake(ctx, { student_course_id, component_id }, { lock: true })
  const { course } = offer
  if (course.user_id !== user_id) throw errors.notFound()
  const isAllowed = as_staff || offer.attempts_left !== 0
  if (!offer.failed || offer.paid || !isAllowed) throw checkoutErrors.nothingToRetake()
  const price_cents = requireAmount(as_staff ? request.price : null, offer.fee_cents)
  const name = localText(ctx.locale, chargeTexts, 'retakeOf', { quiz: offer.name, course: course.course_name })
  const line = buildCourseItem('retake', { name, price_cents, student_course_id, component_id })
  return { line, organization_id: course.organization_id }
}

/** The reinstatement of an expired course. Throws notFound, nothingToReinstate and chargeMissing. */
export async function priceReinstatement(ctx: Ctx, request: ChargeRequest): Promise<PricedItem> {
  const { user_id, student_course_id, as_staff } = request
  const course = await lockStudentCourse(ctx, student_course_id)
  if (course.user_id !== user_id) throw errors.notFound()
  const offer = await findReinstatement(ctx, course)
  const isAllowed = as_staff || (offer.enabled && offer.attempts_left > 0)
  if (!offer.expired || offer.paid || !isAllowed) throw checkoutErrors.nothingToReinstate()
  const price_cents = requireAmount(as_staff ? request.price : null, offer.fee_cents)
  const name = localText(ctx.locale, chargeTexts, 'reinstatementOf', { course: course.course_name })
  return {
    line: buildCourseItem('reinstatement', { name, price_cents, student_course_id }),
    organization_id: course.organization_id,
  }
}
