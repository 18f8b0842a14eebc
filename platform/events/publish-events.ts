import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'

export type PublishedEvent = { event_id: string; position: number }

/** Events published in one transaction. */
export const maxPublished = 500

/**
 * Gives committed events their positions, in the order of writing. The lock serializes publishers until they commit:
 * positions appear in their order, so a reader's cursor never passes one. Needs a transaction.
 */
export async function publishEvents(sql: Sql): Promise<PublishedEvent[]> {
  await sql`select pg_advisory_xact_lock(hashtext('platform.event'))`
  return sql<PublishedEvent>`
    with due as (
      select event_id, written from platform.event where position is null order by written limit ${maxPublished}
    ), numbered as (
      select event_id, nextval('platform.event_position') as position from (select event_id from due order by written) d
    )
    update platform.event e set position = n.position from numbered n where e.event_id = n.event_id
    returning e.event_id, e.position::float8 as position`
}

/** How long events are kept, with their deliveries. */
export const keptDays = 30
const batchSize = 2_000

/**
 * Deletes events after 30 days, in parts. The newest event of each organization stays, because it is the position of
 * readers who have seen everything.
 */
export async function forgetOldEvents(ctx: Ctx): Promise<void> {
  for (let deletedCount = batchSize; deletedCount === batchSize; ) {
    const rows = await ctx.tx(
      ({ sql }) => sql`
        delete from platform.event where event_id in (
          select e.event_id from platform.event e
          where e.created_at < platform.now() - make_interval(days => ${keptDays})
            and (e.position is null
                 or exists (select from platform.event n
                            where n.organization_id = e.organization_id and n.position > e.position))
          order by e.created_at limit ${batchSize})
        returning event_id`,
    )
    deletedCount = rows.length
  }
}
