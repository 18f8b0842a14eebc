import type { Ctx } from '#platform/ctx.ts'
import { deleteOldResponses } from '#platform/http/idempotency.ts'

const day = 24 * 60 * 60_000

/**
 * Deletes rows that are no longer needed: failed attempts after a day, links after a week, dead sessions after 90 days.
 */
export async function forgetOldRows(ctx: Pick<Ctx, 'sql' | 'now'>): Promise<void> {
  const before = (days: number) => new Date(ctx.now.getTime() - days * day)
  await ctx.sql`delete from identity.sign_in_failure where at < ${before(1)}`
  await ctx.sql`delete from identity.account_guess where at < ${before(1)}`
  await ctx.sql`delete from identity.sign_in_change where at < ${before(2)}`
  await ctx.sql`delete from identity.code_failure where at < ${before(2)}`
  await ctx.sql`delete from identity.sign_in_step where expires_at < ${before(1)}`
  await ctx.sql`delete from identity.passkey_challenge where expires_at < ${before(1)}`
  await ctx.sql`delete from identity.storefront_request where created_at < ${before(1)}`
  await ctx.sql`delete from identity.storefront_code where created_at < ${before(1)}`
  await ctx.sql`delete from identity.storefront_delivery where received_at < ${before(30)}`
  await ctx.sql`delete from identity.password_reset where expires_at < ${before(7)}`
  await ctx.sql`delete from identity.sign_in_link_request where created_at < ${before(1)}`
  await ctx.sql`delete from identity.email_change where expires_at < ${before(1)}`
  await ctx.sql`delete from identity.hand_over where expires_at < ${before(1)}`
  await ctx.sql`delete from identity.client_link where expires_at < ${before(1)}`
  await ctx.sql`delete from identity.client_token where expires_at < ${ctx.now}`
  await ctx.sql`delete from identity.client_assertion where expires_at < ${ctx.now}`
  await ctx.sql`delete from identity.client_day where on_day < ${before(400)}::timestamptz::date`
  await deleteOldResponses(ctx)
  // References of a live session are kept: they reveal copies.
  await ctx.sql`
    delete from identity.past_reference r using identity.session s
    where s.session_id = r.session_id and least(s.ended_at, s.expires_at) < ${ctx.now}`
  // A browser seen only once was mostly a program, or lost its cookie.
  await ctx.sql`
    delete from identity.device where seen_at < ${before(400)} or (seen_at = created_at and seen_at < ${before(90)})`
  await ctx.sql`delete from identity.notification where dismissed_at < ${before(90)} or created_at < ${before(365)}`
  await ctx.sql`delete from identity.session where least(ended_at, expires_at) < ${before(90)}`
}
