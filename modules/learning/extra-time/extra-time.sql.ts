import type { Ctx } from '#platform/ctx.ts'

type Sql = Pick<Ctx, 'sql'>

/** The student's extra time in percent of every time limit; 0 for most. */
export async function findExtraPercent({ sql }: Sql, user_id: number): Promise<number> {
  const [row] = await sql<{ percent: number }>`
    select percent from learning.extra_time where user_id = ${user_id}`
  return row?.percent ?? 0
}

/** A time limit for a student, with their extra time; null without a limit. */
export async function extendLimit(ctx: Sql, user_id: number, seconds: number | null): Promise<number | null> {
  if (seconds === null) return null
  return withExtra(seconds, await findExtraPercent(ctx, user_id))
}

export const withExtra = (seconds: number, percent: number): number => Math.ceil((seconds * (100 + percent)) / 100)

export type ExtraTime = { percent: number; reason: string; by: string; given_at: Date }

export async function findExtraTime({ sql }: Sql, user_id: number): Promise<ExtraTime | null> {
  const [row] = await sql<ExtraTime>`
    select percent, reason, given_at, coalesce(identity.staff_name(actor_user_id, organization_id), '') as by
    from learning.extra_time where user_id = ${user_id}`
  return row ?? null
}

type NewExtraTime = { user_id: number; organization_id: number; percent: number; reason: string; actor_user_id: number }

/** Replaces a student's extra time; 0 percent removes it. */
export async function writeExtraTime(ctx: Pick<Ctx, 'sql' | 'now'>, extraTime: NewExtraTime): Promise<void> {
  const { sql, now } = ctx
  if (extraTime.percent === 0) {
    await sql`delete from learning.extra_time where user_id = ${extraTime.user_id}`
    return
  }
  await sql`
    insert into learning.extra_time ${sql({ ...extraTime, given_at: now })}
    on conflict (user_id) do update
    set percent = excluded.percent, reason = excluded.reason, actor_user_id = excluded.actor_user_id,
        given_at = excluded.given_at`
}
