import { randomUUID } from 'node:crypto'
import type { Sql } from '#platform/db/sql.ts'

/** A hint for open pages: what has changed, never its content. The page asks for that by a call, with its rights. */
export type Hint = Readonly<Record<string, string | number | boolean | null>>

/** `kept: false` is for hints that are useless a moment later (typing): they are not replayed. */
export type PublishOptions = { kept?: boolean }

/** Writes a publication into the outbox of the running transaction; it travels together with COMMIT. */
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
