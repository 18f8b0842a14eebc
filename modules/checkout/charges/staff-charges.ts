import { randomUUID } from 'node:crypto'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { chargeRefusals } from '#modules/checkout/refusals.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { clientIdOf, personIdOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { course, dollars, optionalOrderMeta, orderMeta, PlacedOrder } from './charge.schema.ts'
import { chargeTexts } from './charges.texts.ts'
import { chargingStaff, createOrder } from './create-order.ts'
import { buildCourseLine } from './line.ts'
import { listSellersFor, selectPayer, selectPayerOfCourse } from './payer.ts'
import { type Draft, writeOrder } from './write-order.ts'

export const addUnpaidStudentCourse = operation({
  call: 'POST /student/addUnpaidStudentCourse',
  summary: 'Charges a student for one course. The enrollment is Not Paid and opens when it is paid',
  may: chargingStaff,
  takes: z.object({ user_id: id(), ...course, ...optionalOrderMeta }),
  gives: PlacedOrder,
  fails: chargeRefusals,
  run: (ctx, { user_id, note, request_id, external_id, ...item }) =>
    createOrder.run(ctx, {
      order: { user_id, note, request_id: request_id ?? randomUUID(), external_id },
      items: [{ kind: 'course', ...item }],
    }),
})

export const addUnpaidRetake = operation({
  call: 'POST /student/addUnpaidRetake',
  summary: "Charges a student for a retake of a failed quiz, even when the course's attempts are used up",
  may: chargingStaff,
  takes: z.object({ student_course_id: id(), component_id: id(), price: dollars(), ...optionalOrderMeta }),
  gives: PlacedOrder,
  fails: chargeRefusals,
  run: (ctx, { note, request_id, external_id, ...item }) =>
    chargeForCourse(ctx, { kind: 'retake', ...item }, { note, request_id, external_id }),
})

export const addUnpaidReinstatement = operation({
  call: 'POST /student/addUnpaidReinstatement',
  summary: "Charges a student for reinstating an expired course, even when the course's reinstatements are used up",
  may: chargingStaff,
  takes: z.object({ student_course_id: id(), price: dollars(), ...optionalOrderMeta }),
  gives: PlacedOrder,
  fails: chargeRefusals,
  run: (ctx, { note, request_id, external_id, ...item }) =>
    chargeForCourse(ctx, { kind: 'reinstatement', ...item }, { note, request_id, external_id }),
})

type ChargeItem =
  | { kind: 'retake'; student_course_id: number; component_id: number; price: number | null }
  | { kind: 'reinstatement'; student_course_id: number; price: number | null }
type OrderMeta = Pick<Draft, 'note' | 'external_id'> & { request_id?: string | null | undefined }

async function chargeForCourse(ctx: Ctx, item: ChargeItem, { note, request_id, external_id }: OrderMeta) {
  const { user_id } = await selectPayerOfCourse(ctx, item.student_course_id)
  const order = { user_id, note, request_id: request_id ?? randomUUID(), external_id }
  return createOrder.run(ctx, { order, items: [item] })
}

export const addInvoicedStudentCourse = operation({
  call: 'POST /student/addInvoicedStudentCourse',
  clients: 'enrollOnInvoice',
  summary: 'Enrolls a student and invoices the organization. The order line is 0 and counts as paid',
  may: chargingStaff,
  takes: z.object({ user_id: id(), ...course, ...orderMeta }),
  gives: PlacedOrder,
  fails: [...chargeRefusals, checkoutErrors.notInvoiced],
  async run(ctx, { user_id, note, request_id, external_id, ...request }) {
    const person = await selectPayer(ctx, user_id)
    const { line, organization_id } = await buildCourseLine(
      ctx,
      { ...request, invoice_ind: true },
      await listSellersFor(ctx, person),
    )
    await requireInvoiced(ctx, organization_id)
    const creator = { created_by: personIdOf(ctx), created_by_client: clientIdOf(ctx) }
    const draft = { person, organization_id, lines: [line], note, request_id, external_id, ...creator }
    const order = await writeOrder(ctx, draft)
    return { error: false as const, ...order, message: localText(ctx.locale, chargeTexts, 'enrolled') }
  },
})

/** Throws notInvoiced unless the organization is invoiced. */
export async function requireInvoiced(ctx: Ctx, organization_id: number): Promise<void> {
  if (!(await isInvoiced(ctx, organization_id))) throw checkoutErrors.notInvoiced()
}

export async function isInvoiced({ sql }: Ctx, organization_id: number): Promise<boolean> {
  const [organization] = await sql<{ invoice_ind: boolean }>`
    select invoice_ind from identity.v_organization where organization_id = ${organization_id}`
  return organization?.invoice_ind === true
}
