import type { Ctx } from '#platform/ctx.ts'
import { type Device, deviceOf } from './device-words.ts'

export type LastDevice = Device & { seen_at: string }

/** The device where a person last signed in, including ended sessions. Callers must check the scope. */
export async function findLastDevice({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<LastDevice | null> {
  const [row] = await sql<{ user_agent: string | null; seen_at: Date }>`
    select user_agent, seen_at from identity.session
    where user_id = ${user_id} and viewed_by is null order by seen_at desc, session_id desc limit 1`
  if (!row) return null
  const device = deviceOf(row.user_agent)
  return device.browser || device.system ? { ...device, seen_at: row.seen_at.toISOString() } : null
}
