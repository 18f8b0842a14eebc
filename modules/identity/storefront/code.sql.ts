import { createHmac, randomInt } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { secretPort } from '#platform/ports.ts'
import type { StoredOrder } from './order.sql.ts'

const codeMinutes = 10
const triesPerCode = 5
const emailsAnHour = 5

type Order = Pick<StoredOrder, 'storefront_order_id' | 'organization_id'>

/** Eight digits can be guessed from a stolen hash, so the hash is keyed. */
const hashCode = (ctx: Ctx, { storefront_order_id }: Order, code: string): Buffer =>
  createHmac('sha256', ctx.use(secretPort)).update(`storefront ${storefront_order_id} ${code}`).digest()

/** A new one-time code for an order. */
export async function insertCode(ctx: Ctx, order: Order): Promise<string> {
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  const row = {
    code_hash: hashCode(ctx, order, code),
    storefront_order_id: order.storefront_order_id,
    organization_id: order.organization_id,
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + codeMinutes * 60_000),
  }
  await ctx.sql`insert into identity.storefront_code ${ctx.sql(row)}`
  return code
}

/** Whether the hourly code limit for an order or its email address is reached. */
export async function hasManyCodes(ctx: Ctx, { storefront_order_id, email }: StoredOrder): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - 60 * 60_000)
  const rows = await ctx.sql`
    select from identity.storefront_code c join identity.storefront_order o using (storefront_order_id)
    where c.created_at > ${since}
      and (o.storefront_order_id = ${storefront_order_id} or lower(o.email) = lower(${email}))
    limit ${emailsAnHour}`
  return rows.length >= emailsAnHour
}

/**
 * Counts an attempt against every valid code of the order, so that more codes make guessing no easier, and returns
 * whether `code` is one of them. Commit it before acting on the result.
 */
export async function tryCode(ctx: Ctx, order: Order, code: string): Promise<boolean> {
  const triedRows = await ctx.sql<{ code_hash: Buffer }>`
    update identity.storefront_code set tries = tries + 1
    where storefront_order_id = ${order.storefront_order_id} and used_at is null and expires_at > ${ctx.now}
      and tries < ${triesPerCode}
    returning code_hash`
  const hash = hashCode(ctx, order, code)
  return triedRows.some(({ code_hash }) => hash.equals(code_hash))
}

/** Uses up a code and all others of its order. False if another request was faster. */
export async function spendCode(ctx: Ctx, order: Order, code: string): Promise<boolean> {
  const usedRows = await ctx.sql<{ code_hash: Buffer }>`
    update identity.storefront_code set used_at = ${ctx.now}
    where storefront_order_id = ${order.storefront_order_id} and used_at is null and expires_at > ${ctx.now}
    returning code_hash`
  const hash = hashCode(ctx, order, code)
  return usedRows.some(({ code_hash }) => hash.equals(code_hash))
}
