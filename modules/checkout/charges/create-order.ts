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
import { priceReinstatement, priceRetake } from './retake-and-reinstatement.ts'
import { writeOrder } from './write-order.ts'

/** Staff with the permission to charge students. */
export const chargingStaff = staff('MANAGE_PAYMENTS:CREATE')

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
  may: chargingStaff,
  takes: z.object({
    order: z.strictObject({ user_id: id(), ...orderMeta }),
    items: list(Item, 20).min(1),
  }),
  gives: PlacedOrder,
  fails: chargeRefusals,
  async run(ctx, { order: { user_id, note, request_id, external_id }, items }) {
    const person = await selectPayer(ctx, user_id)
    const pricedItems = await priceItems(ctx, person, items)
    const order = await writeOrder(ctx, {
      person,
      note,
      created_by: userOf(ctx).user_id,
      request_id,
      external_id,
      organization_id: requireSingleSeller(pricedItems),
      lines: pricedItems.map(({ line }) => line),
    })
    return { error: false as const, ...order, message: localText(ctx.locale, chargeTexts, 'charged') }
  },
})

type PricedItem = { line: Line; organization_id: number }

async function priceItems(ctx: Ctx, person: Person, items: readonly Item[]): Promise<PricedItem[]> {
  const sellers = await listSellersFor(ctx, person)
  const pricedItems: PricedItem[] = []
  for (const item of items) pricedItems.push(await priceItem(ctx, person, item, sellers))
  return pricedItems
}

async function priceItem(ctx: Ctx, person: Person, item: Item, sellers: readonly number[]): Promise<PricedItem> {
  switch (item.kind) {
    case 'course':
      return buildCourseLine(ctx, item, sellers)
    case 'retake':
      return priceRetake(ctx, { ...item, user_id: person.user_id, as_staff: true })
    case 'reinstatement':
      return priceReinstatement(ctx, { ...item, user_id: person.user_id, as_staff: true })
    case 'fee': {
      const name = item.name || localText(ctx.locale, chargeTexts, 'fee')
      return { line: buildFeeLine(name, requireAmount(item.price)), organization_id: person.organization_id }
    }
  }
}

/**
 * The seller of an order: the organization whose website offers its courses, otherwise that of the other items. Throws
 * mixedOrganizations.
 */
function requireSingleSeller(pricedItems: readonly PricedItem[]): number {
  const sellers = new Set(pricedItems.filter(({ line }) => line.kind === 'course').map((item) => item.organization_id))
  if (sellers.size === 0) for (const { organization_id } of pricedItems) sellers.add(organization_id)
  if (sellers.size > 1) throw checkoutErrors.mixedOrganizations()
  return [...sellers][0]!
}
