import { checkoutErrors } from '#modules/checkout/errors.ts'
import { chargeRefusals } from '#modules/checkout/refusals.ts'
import type { Person } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, list, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { course, dollars, orderMeta, PlacedOrder } from './charge.schema.ts'
import { chargeTexts } from './charges.texts.ts'
import { buildCourseLine, buildFeeLine, type Line, requireAmount } from './line.ts'
import { listSellersFor, selectPayer } from './payer.ts'
import { reinstatementFor, retakeFor } from './retake-and-reinstatement.ts'
import { writeOrder } from './write-order.ts'

/** Staff who may charge students. */
export const charger = staff('MANAGE_PAYMENTS:CREATE')

const Item = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('course'), ...course }),
  z.strictObject({ kind: z.literal('retake'), student_course_id: id(), component_id: id(), price: dollars() }),
  z.strictObject({ kind: z.literal('reinstatement'), student_course_id: id(), price: dollars() }),
  z.strictObject({ kind: z.literal('fee'), name: optionalText(100), price: dollars() }),
])
type Item = z.output<typeof Item>

export const createOrder = operation({
  call: 'POST /order/create',
  summary: 'Charges a student: creates an order of courses, retakes, reinstatements and fees for the student to pay',
  may: charger,
  takes: z.object({
    order: z.strictObject({ user_id: id(), ...orderMeta }),
    items: list(Item, 20).min(1),
  }),
  gives: PlacedOrder,
  fails: chargeRefusals,
  async run(ctx, { order: { user_id, note, request_id, external_id }, items }) {
    const person = await selectPayer(ctx, user_id)
    const priced = await priceAll(ctx, person, items)
    const order = await writeOrder(ctx, {
      person,
      note,
      created_by: userOf(ctx).user_id,
      request_id,
      external_id,
      organization_id: oneSeller(priced),
      lines: priced.map(({ line }) => line),
    })
    return { error: false as const, ...order, message: localText(ctx.locale, chargeTexts, 'charged') }
  },
})

type Priced = { line: Line; organization_id: number }

async function priceAll(ctx: Ctx, person: Person, items: readonly Item[]): Promise<Priced[]> {
  const sellers = await listSellersFor(ctx, person)
  const priced: Priced[] = []
  for (const item of items) priced.push(await price(ctx, person, item, sellers))
  return priced
}

async function price(ctx: Ctx, person: Person, item: Item, sellers: readonly number[]): Promise<Priced> {
  switch (item.kind) {
    case 'course':
      return buildCourseLine(ctx, item, sellers)
    case 'retake':
      return retakeFor(ctx, { ...item, user_id: person.user_id, as_staff: true })
    case 'reinstatement':
      return reinstatementFor(ctx, { ...item, user_id: person.user_id, as_staff: true })
    case 'fee': {
      const name = item.name || localText(ctx.locale, chargeTexts, 'fee')
      return { line: buildFeeLine(name, requireAmount(item.price)), organization_id: person.organization_id }
    }
  }
}

/** The seller is the organization of the website for items sold by one, otherwise the student's organization. */
function oneSeller(priced: readonly Priced[]): number {
  const sellers = new Set(priced.filter(({ line }) => line.kind === 'course').map((item) => item.organization_id))
  if (sellers.size === 0) for (const { organization_id } of priced) sellers.add(organization_id)
  if (sellers.size > 1) throw checkoutErrors.mixedOrganizations()
  return [...sellers][0]!
}
