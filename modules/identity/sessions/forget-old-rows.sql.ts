import type { Ctx } from '../../../platform/ctx.ts'

const day = 24 * 60 * 60_000

/** Deletes what nobody asks for any more: failed tries after a day, links after a week, dead sessions after 90 days. */
export async function forgetOldRows(ctx: Pick<Ctx, 'sql' | 'now'>): Promise<void> {
  const before = (days: number) => new Date(ctx.now.getTime() - days * day)
  await ctx.sql`delete from identity.sign_in_failure where at < ${before(1)}`
  await ctx.sql`delete from identity.password_reset where expires_at < ${before(7)}`
  await ctx.sql`delete from identity.session where least(ended_at, expires_at) < ${before(90)}`
}
