import { createHmac, type KeyObject } from 'node:crypto'
import type { Fragment, Sql } from '#platform/db/sql.ts'

/** The version of the format below. A new format gets a new number; the verifier must still read the old ones. */
export const sealVersion = 1

/**
 * The sealed text of an event `e`: a JSON array in this field order, the instant in UTC with microseconds, jsonb as
 * PostgreSQL writes it (keys sorted, no original whitespace). It is built here and not in a database function, because
 * someone who can change events could also change the function. The event of a client ends with the client's id, and
 * every other event without it, as those before there were clients.
 */
export const canonicalSql = (sql: Sql): Fragment => sql`
  (jsonb_build_array(e.audit_event_id, e.organization_id, ${instantSql(sql, sql`e.at`)}, e.action, e.subject,
    e.subject_user_id, e.actor_kind, e.actor_user_id, e.viewed_by, e.address, e.user_agent, e.request_id,
    e.before, e.after)
    || case when e.actor_client_id is null then '[]' else jsonb_build_array(e.actor_client_id) end)::text`

/** An instant as text in UTC with microseconds. */
export const instantSql = (sql: Sql, instant: Fragment): Fragment =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The position of an event in its chain; hashes are 64 hex digits, `sealed_at` is the text of `instantSql`. */
export type Place = { organization_id: number; position: number; sealed_at: string }

/** Stands in for the previous hash in the first seal of a chain. */
export const noHash = '0'.repeat(64)

/** HMAC-SHA256 over version, place, canonical event and the hash before it. */
export function sealHash(key: KeyObject, place: Place, canonical: string, previous_hash: string): string {
  const { organization_id, position, sealed_at } = place
  return createHmac('sha256', key)
    .update(`waypost audit ${sealVersion}\n${organization_id} ${position} ${sealed_at}\n${canonical}\n${previous_hash}`)
    .digest('hex')
}
