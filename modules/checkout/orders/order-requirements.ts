import type { RegistrationOptions } from '#modules/catalogue/index.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { confirmDateOfBirth, selectPerson } from '#modules/identity/index.ts'
import { findReinstatement, findRetake, isUnpaid, selectStudentCourse } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { BuyCart } from './buy-cart.schema.ts'
import { recordLegalEvidence } from './legal-evidence.ts'
import { insertEvidence, type Order } from './order.sql.ts'
import {
  agreementOf,
  linesToAgree,
  requireAgreement,
  requireDateOfBirth,
  requireEligibleBuyer,
} from './requirements.ts'

export type OrderedCourse = {
  course_version_id: number
  name: string
  disclaimer: string
  course_registration_options: RegistrationOptions
}

/** The courses of an order with their versions' requirements for a buyer. */
export const listOrderedCourses = ({ sql }: Pick<Ctx, 'sql'>, order_id: number): Promise<OrderedCourse[]> =>
  sql<OrderedCourse>`
    select v.course_version_id, i.name, v.disclaimer, v.course_registration_options
    from checkout.order_item i join catalogue.v_course_version v using (course_version_id)
    where i.order_id = ${order_id} and i.kind = 'course' order by i.order_item_id`

/** The buyer's agreement to the disclaimers of the order's courses, and their date of birth. */
export type Terms = Partial<Pick<BuyCart, 'agreement' | 'dob' | 'dob_confirmed'>>

/**
 * Applies the requirements of a checkout to an existing order: checks that its items are still due, the age and the
 * agreements for its courses, and records the agreements and the Terms accepted by paying. Throws the errors of a
 * checkout and of requireStillDue.
 */
export async function requirePayable(ctx: Ctx, order: Order, input: Terms): Promise<void> {
  await requireStillDue(ctx, order)
  const lines = await listOrderedCourses(ctx, order.order_id)
  requireAgreement(lines, input.agreement, ctx.locale)
  const { order_id, user_id, organization_id } = order
  const person = await selectPerson(ctx, user_id)
  const dob = await requireDateOfBirth(ctx, lines, person, input)
  await requireEligibleBuyer(ctx, lines, { user_id, dob: dob ?? person.dob })
  if (dob) {
    await confirmDateOfBirth(ctx, user_id, dob)
    await ctx.sql`
      update checkout.customer_order set dob = ${dob} where order_id = ${order_id} and dob is distinct from ${dob}`
  }
  await recordLegalEvidence(ctx, { order_id, user_id, organization_id }, input.agreement?.legal || null)
  if (!agreementOf(lines).needed) return
  const { typed, opened } = input.agreement!
  const disclaimers = linesToAgree(lines).map(({ disclaimer }) => disclaimer)
  await insertEvidence(ctx, order, { disclaimers, typed, opened: Boolean(opened) })
}

type CoursePayment = { kind: string; student_course_id: number; component_id: number | null }

/**
 * Refuses a payment that would buy nothing, because staff have regraded the quiz, reinstated the course or stopped it
 * in the meantime. Throws nothingToRetake, nothingToReinstate and courseStopped.
 */
export async function requireStillDue(ctx: Ctx, { order_id }: Order): Promise<void> {
  const waitingCourses = await ctx.sql<{ status_id: number }>`
    select s.lk_student_course_status_id as status_id
    from checkout.order_item i join learning.v_student_course s using (order_item_id)
    where i.order_id = ${order_id}`
  if (waitingCourses.some(({ status_id }) => !isUnpaid(status_id))) throw checkoutErrors.courseStopped()
  const coursePayments = await ctx.sql<CoursePayment>`
    select kind, for_student_course_id as student_course_id, component_id from checkout.order_item
    where order_id = ${order_id} and for_student_course_id is not null order by order_item_id`
  for (const { kind, student_course_id, component_id } of coursePayments) {
    if (kind === 'retake') {
      const { failed, paid } = await findRetake(ctx, { student_course_id, component_id: component_id! })
      if (!failed || paid) throw checkoutErrors.nothingToRetake()
    } else {
      const course = await selectStudentCourse(ctx, student_course_id)
      const { expired, paid } = await findReinstatement(ctx, course)
      if (!expired || paid) throw checkoutErrors.nothingToReinstate()
    }
  }
}
