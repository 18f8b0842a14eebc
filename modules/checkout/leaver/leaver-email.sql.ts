import type { Cart } from '#modules/checkout/cart/cart.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

type SqlContext = Pick<Ctx, 'sql'>

/** The user who gets the reminder: the cart's student, or the one created by a refused payment for it. */
export async function findRecipient({ sql }: SqlContext, { cart_id, intent_id }: Cart): Promise<number | null> {
  const [row] = await sql<{ user_id: number | null }>`
    select coalesce(c.user_id, o.user_id) as user_id from checkout.cart c
    left join checkout.customer_order o on o.intent_id = ${intent_id}
    where c.cart_id = ${cart_id}`
  return row?.user_id ?? null
}

/** Schedules the reminder of a cart. There is only one; while it is pending, each visit postpones it. */
export async function queueEmail({ sql }: SqlContext, cart: Cart, user_id: number, minutes: number): Promise<void> {
  const { cart_id, intent_id, organization_id } = cart
  await sql`
    insert into checkout.leaver_letter (cart_id, intent_id, organization_id, user_id, due_at)
    values (${cart_id}, ${intent_id}, ${organization_id}, ${user_id},
            platform.now() + ${minutes}::integer * interval '1 minute')
    on conflict (intent_id) do update set due_at = excluded.due_at where leaver_letter.state = 'owed'`
}

/** Long enough for a mail server to recover. After a day a reminder is pointless. */
const retryInterval = '10 minutes'
const expiry = '1 day'

/**
 * Takes up to fifty due emails and postpones them, so that no other worker takes them. Drops those that are overdue by
 * more than a day.
 */
export async function takeDueEmails({ sql }: SqlContext): Promise<number[]> {
  await sql`
    update checkout.leaver_letter set state = 'dropped', settled_at = platform.now()
    where state = 'owed' and due_at <= platform.now() and created_at < platform.now() - ${expiry}::interval`
  const rows = await sql<{ leaver_letter_id: number }>`
    update checkout.leaver_letter l set due_at = platform.now() + ${retryInterval}::interval
    where leaver_letter_id in (
      select leaver_letter_id from checkout.leaver_letter
      where state = 'owed' and due_at <= platform.now()
      order by due_at limit 50 for update skip locked)
    returning leaver_letter_id`
  return rows.map(({ leaver_letter_id }) => leaver_letter_id)
}

/** Records the result of an email, unless it already has one. */
export async function settleEmail(
  { sql }: SqlContext,
  leaver_letter_id: number,
  state: 'sent' | 'dropped',
): Promise<void> {
  await sql`
    update checkout.leaver_letter set state = ${state}, settled_at = platform.now()
    where leaver_letter_id = ${leaver_letter_id} and state = 'owed'`
}
