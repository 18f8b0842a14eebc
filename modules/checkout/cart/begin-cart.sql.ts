import { auditEach, auditRow, auditTypes } from '../../../platform/audit/insert.ts'
import type { AuditEntry, Ctx } from '../../../platform/ctx.ts'
import { askedBy, inOrder } from '../../../platform/db/asked.ts'
import type { Fragment, Sql } from '../../../platform/db/sql.ts'
import { gatherBy } from '../../../platform/gather.ts'
import type { Shopper } from './guest.ts'
import type { SoldCourse } from './sale.ts'

export type Chosen = { lk_shipping_type_id: number | null; audio_ind: boolean; send_email_ind: boolean }
export type Adding = { shopper: Shopper; course: SoldCourse; chosen: Chosen }

/**
 * The shopper's cart with its first item and the row of the trail, all in one statement; null, and nothing written,
 * where there is a cart already: then it is done under its lock. Nobody else knows of a cart that is being made and
 * nothing is paid with it yet, so there is nothing to lock or to wait for.
 */
export const beginCart = (ctx: Ctx, adding: Adding, entry: AuditEntry): Promise<number | null> => {
  const ask = askOf(ctx, adding, entry)
  return ask.guest_hash ? begunByGuests(ctx.sql, ask) : begunByStudents(ctx.sql, ask)
}

type Ask = ReturnType<typeof askOf>

const askOf = (ctx: Ctx, { shopper, course, chosen }: Adding, entry: AuditEntry) => ({
  user_id: 'user_id' in shopper ? shopper.user_id : null,
  guest_hash: 'user_id' in shopper ? null : shopper.guest_hash,
  course_website_id: course.course_website_id,
  course_id: course.course_id,
  ...chosen,
  ...auditRow(ctx, entry),
})

const askTypes = {
  user_id: 'int',
  guest_hash: 'bytea',
  course_website_id: 'int',
  course_id: 'int',
  lk_shipping_type_id: 'int',
  audio_ind: 'boolean',
  send_email_ind: 'boolean',
  ...auditTypes,
} as const

/** Visitors who come together share the statement. The secret of each is new, so none of them has a cart yet. */
const begunByGuests = gatherBy((sql: Sql, asks: readonly Ask[]) => beginCarts(sql, asks, sql``))

/** Of several asks of one student the first one begins the cart. */
const begunByStudents = gatherBy(async (sql: Sql, asks: readonly Ask[]): Promise<(number | null)[]> => {
  const firsts = [...new Map(asks.toReversed().map((ask) => [studentKey(ask), ask])).values()]
  const ids = await beginCarts(sql, firsts, sql`on conflict do nothing`)
  const begun = new Map(ids.map((cart_item_id, at) => [firsts[at], cart_item_id]))
  return asks.map((ask) => begun.get(ask) ?? null)
})

const studentKey = ({ organization_id, user_id }: Ask) => `${organization_id} ${user_id}`

async function beginCarts(sql: Sql, asks: readonly Ask[], whereThereIsOne: Fragment): Promise<(number | null)[]> {
  const rows = await sql<{ asked: number; cart_item_id: number }>`
    with a as materialized (select *, (select platform.now()) as now from ${askedBy(sql, asks, askTypes)}),
    cart as (
      insert into checkout.cart (organization_id, user_id, guest_hash, created_at, updated_at)
      select organization_id, user_id, guest_hash, now, now from a
      ${whereThereIsOne}
      returning cart_id, organization_id, user_id, guest_hash
    ), begun as (
      select cart.cart_id, a.* from cart join a on a.organization_id = cart.organization_id
        and a.user_id is not distinct from cart.user_id and a.guest_hash is not distinct from cart.guest_hash
    ), item as (
      insert into checkout.cart_item (cart_id, organization_id, course_website_id, course_id, lk_shipping_type_id,
                                      audio_ind, send_email_ind, created_at)
      select cart_id, organization_id, course_website_id, course_id, lk_shipping_type_id, audio_ind, send_email_ind, now
      from begun
      returning cart_id, cart_item_id
    ), trail as (${auditEach(sql, 'begun')})
    select begun.asked::int, item.cart_item_id from item join begun using (cart_id)`
  return inOrder(asks, rows).map((row) => row?.cart_item_id ?? null)
}
