import { randomUUID } from 'node:crypto'
import type { Sql } from '#platform/db/sql.ts'

/**
 * A hint for open pages: names what changed, never its content. The page fetches that through a call, with its own
 * permissions.
 */
export type Hint = Readonly<Record<string, string | number | boolean | null>>

/** `kept: false` is for hints that are useless a moment later (typing): they are not replayed. */
export type PublishOptions = { kept?: boolean }

/** Writes a publication to the outbox in the running transaction; it is sent along with COMMIT. */
export function insertPublication(
  sql: Sql,
  channels: string | readonly string[],
  data: Hint,
  { kept = true }: PublishOptions = {},
): Promise<void> {
  const method = typeof channels === 'string' ? 'publish' : 'broadcast'
  const to = typeof channels === 'string' ? { channel: channels } : { channels }
  const payload = { ...to, data, idempotency_key: randomUUID(), ...(!kept && { skip_history: true }) }
  return sql.last(sql`insert into platform.realtime_outbox (method, payload) values (${method}, ${sql.json(payload)})`)
}
