import { isMailed } from '#modules/checkout/cart/ship-certificate.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import { trackingSet } from '#modules/checkout/facts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, wording, z } from '#platform/schema.ts'
import { localText, texts } from '#platform/texts.ts'

const messages = texts({
  updated: ['Tracking number updated', 'Número de seguimiento actualizado'],
  malformed: [
    'Enter a tracking number of up to 60 letters, digits, spaces and hyphens.',
    'Escriba un número de seguimiento de hasta 60 letras, números, espacios y guiones.',
  ],
})

/** The tracking number of an order line; `accepts_number` if the line is paid and mailed. */
type Tracking = { tracking_number: string | null; accepts_number: boolean }

/** Finds the tracking of an order line in the caller's organizations. */
export async function findTracking({ sql, organization }: Ctx, order_item_id: number): Promise<Tracking | null> {
  const [line] = await sql<{ tracking_number: string | null; lk_shipping_type_id: number | null; paid: boolean }>`
    select i.tracking_number, i.lk_shipping_type_id, o.paid_at is not null as paid
    from checkout.order_item i join checkout.customer_order o using (order_id)
    where i.order_item_id = ${order_item_id} and i.organization_id = any(${sql.array(organization.scope)})`
  if (!line) return null
  return { tracking_number: line.tracking_number, accepts_number: line.paid && isMailed(line.lk_shipping_type_id) }
}

export const setTracking = operation({
  call: 'PUT /order/tracking',
  summary: 'Sets the tracking number of a mailed certificate and emails the student. An empty number clears it',
  may: staff('MANAGE_CERTIFICATES:UPDATE'),
  takes: z.object({
    order_item_id: id(),
    tracking_number: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9 -]{0,60}$/, { error: wording(messages.malformed) }),
  }),
  gives: z.object({ error: z.literal(false) }),
  fails: [errors.notFound, checkoutErrors.notMailed],
  async run(ctx, { order_item_id, tracking_number }) {
    const { sql, organization } = ctx
    const [item] = await sql<{ user_id: number; before: string | null; lk_shipping_type_id: number | null }>`
      select o.user_id, i.tracking_number as before, i.lk_shipping_type_id
      from checkout.order_item i join checkout.customer_order o using (order_id)
      where i.order_item_id = ${order_item_id} and i.organization_id = any(${sql.array(organization.scope)})
        and o.paid_at is not null
      for no key update of i`
    if (!item) throw errors.notFound()
    const message = localText(ctx.locale, messages, 'updated')
    // Clearing is allowed even if the line is no longer mailed.
    if (tracking_number && !isMailed(item.lk_shipping_type_id)) throw checkoutErrors.notMailed()
    if (tracking_number === (item.before ?? '')) return { error: false as const, message }
    await sql`
      update checkout.order_item
      set tracking_number = ${tracking_number || null},
          tracking_set_at = case when ${tracking_number} <> '' then platform.now() end
      where order_item_id = ${order_item_id}`
    if (tracking_number) await ctx.emit(trackingSet, { order_item_id, tracking_number })
    await ctx.audit({
      action: 'order.tracking',
      subject: `order_item_id:${order_item_id}`,
      subject_user_id: item.user_id,
      before: { tracking_number: item.before },
      after: { tracking_number: tracking_number || null },
    })
    return { error: false as const, message }
  },
})
