import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { canonicalSql } from './canonical.ts'
import type { ExportedEvent } from './export-manifest.ts'

/** Events about people's records, or about a school in a period: its agencies, programs and numbers. */
export type EventQuery =
  | { user_ids: readonly number[]; subjects: readonly string[] }
  | {
      subjects: readonly string[]
      /** The beginning of the actions that belong to the query if they name one of these agencies. */
      actions: string
      agencies: readonly string[]
      starts_at: Date
      ends_before: Date
    }

const conditions = ({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>, query: EventQuery): Fragment => sql`
  e.organization_id = any(${sql.array(organization.scope)})
  and ${
    'user_ids' in query
      ? sql`e.subject_user_id = any(${sql.array([...query.user_ids])}::int[])
            and e.subject = any(${sql.array([...query.subjects])}::text[])`
      : sql`e.at >= ${query.starts_at} and e.at < ${query.ends_before}
            and (e.subject = any(${sql.array([...query.subjects])}::text[])
                 or e.action like ${`${query.actions}%`} and e.after ->> 'agency' = any(${sql.array([...query.agencies])}::text[]))`
  }`

/** The number of events of a query in the caller's organizations. */
export async function countEvents(ctx: Ctx, query: EventQuery): Promise<number> {
  const [row] = await ctx.sql<{ n: number }>`
    select count(*)::int as n from platform.audit_event e where ${conditions(ctx, query)}`
  return row!.n
}

const batchSize = 1_000

/**
 * The events about these people and records in the caller's organizations, batch by batch, each as it is sealed; the
 * seal of a new one is null.
 */
export async function* readSealedEvents(ctx: Ctx, query: EventQuery): AsyncGenerator<readonly ExportedEvent[]> {
  const { exports: sql, organization } = ctx
  let after = 0
  for (;;) {
    const rows = await sql<ExportedEvent & { audit_event_id: number }>`
      select e.audit_event_id::int as audit_event_id, ${canonicalSql(sql)} as canonical, s.position::int as position,
             encode(s.previous_hash, 'hex') as previous_hash, encode(s.hash, 'hex') as hash
      from platform.audit_event e
      left join platform.audit_seal s on s.audit_event_id = e.audit_event_id
      where ${conditions({ sql, organization }, query)} and e.audit_event_id > ${after}
      order by e.audit_event_id
      limit ${batchSize}`
    if (rows.length > 0) yield rows.map(({ audit_event_id: _, ...event }) => event)
    if (rows.length < batchSize) return
    after = rows.at(-1)!.audit_event_id
  }
}
