import { createHmac, type KeyObject } from 'node:crypto'
import type { Fragment, Sql } from '#platform/db/sql.ts'

/** The version of the form below; a new form gets a new number, and the verifier goes on knowing the old ones. */
export const sealVersion = 1

/**
 * An event `e` as the text that is sealed: a JSON array in this order of fields, the instant in UTC with microseconds,
 * jsonb as PostgreSQL writes it (keys sorted, no original whitespace). It is here and not in a function of the
 * database, where a person who changes events could also change what the verifier reads.
 */
export const canonicalSql = (sql: Sql): Fragment => sql`
  jsonb_build_array(e.audit_event_id, e.organization_id, ${instantSql(sql, sql`e.at`)}, e.action, e.subject,
    e.subject_user_id, e.actor_kind, e.actor_user_id, e.viewed_by, e.address, e.user_agent, e.request_id,
    e.before, e.after)::text`

/** An instant as text in UTC with microseconds. */
export const instantSql = (sql: Sql, instant: Fragment): Fragment =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The position of an event in its chain; hashes are 64 hex digits, `sealed_at` is the text of `instantSql`. */
export type Place = { organization_id: number; position: number; sealed_at: string }

/** What comes before the first seal of a chain. */
export const noHash = '0'.repeat(64)

/** HMAC-SHA256 over version, place, canonical event and the hash before it. */
export function sealHash(key: KeyObject, place: Place, canonical: string, previous_hash: string): string {
  const { organization_id, position, sealed_at } = place
  return createHmac('sha256', key)
    .update(`waypost audit ${sealVersion}\n${organization_id} ${position} ${sealed_at}\n${canonical}\n${previous_hash}`)
    .digest('hex')
}
