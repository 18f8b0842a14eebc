import { identityErrors } from '#modules/identity/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { EventAnswer, type EventRow, eventAnswer, eventIdOf, eventName } from '#platform/events/event-answer.schema.ts'
import { eventPermissions, listedTypes } from '#platform/events/event-types.ts'
import { operation } from '#platform/operation.ts'
import { holds, staff } from '#platform/permissions.ts'
import { count, queryList, z } from '#platform/schema.ts'

const usualLimit = 100
const mostLimit = 500
const newest = 'newest'

export const listEvents = operation({
  call: 'GET /events',
  added: true,
  summary:
    'Lists events from the last 30 days, oldest first. Each type requires the permission named in its description',
  may: staff(eventPermissions),
  takes: z.object({
    /**
     * The `next` of the last answer: events after it. Without it the oldest ones; `newest` returns none, only the
     * place from which to go on.
     */
    after: z
      .string()
      .regex(/^(evt_[0-9a-f]{32}|newest)$/)
      .optional(),
    /** All types without it. */
    type: queryList(z.enum(listedTypes as [(typeof listedTypes)[number]]), listedTypes.length).optional(),
    limit: count(1, mostLimit).default(usualLimit),
  }),
  gives: z.object({
    events: z.array(EventAnswer),
    /** For `after`; null while there is no event at all. */
    next: z.string().nullable(),
    has_more: z.boolean(),
  }),
  fails: [identityErrors.eventGone],
  clients: 'listEvents',
  async run(ctx, { after, type, limit }) {
    if (after === newest) return { events: [], next: await findNewest(ctx), has_more: false }
    const position = after === undefined ? 0 : await selectPosition(ctx, eventIdOf(after))
    const rows = await listAfter(ctx, { position, types: type?.length ? type : listedTypes, limit: limit + 1 })
    const events = rows.slice(0, limit).map(eventAnswer)
    return { events, next: events.at(-1)?.id ?? after ?? null, has_more: rows.length > limit }
  },
})

/** Throws eventGone for an event that was deleted, or that the caller may not see. */
async function selectPosition({ sql, organization }: Ctx, event_id: string): Promise<number> {
  const [row] = await sql<{ position: number }>`
    select position::float8 as position from platform.v_event
    where event_id = ${event_id} and organization_id = any(${sql.array(organization.scope)}) and position is not null`
  if (!row) throw identityErrors.eventGone()
  return row.position
}

async function findNewest({ sql, organization }: Ctx): Promise<string | null> {
  const [row] = await sql<{ event_id: string }>`
    select event_id from platform.v_event
    where organization_id = any(${sql.array(organization.scope)}) and position is not null
    order by position desc limit 1`
  return row ? eventName(row.event_id) : null
}

type Page = { position: number; types: readonly string[]; limit: number }

/** Reads each organization by its own index, so that a small tenant does not read the events of all others. */
const listAfter = ({ sql, organization, actor }: Ctx, { position, types, limit }: Page) => sql<EventRow>`
  select e.event_id, e.organization_id, e.type, e.version, e.subject, e.data, e.created_at
  from unnest(${sql.array(organization.scope)}::int[]) o (organization_id)
  cross join lateral (
    select * from platform.v_event v
    where v.organization_id = o.organization_id and v.position > ${position}
      and v.type = any(${sql.array([...types])}::text[])
      and v.needs = any(${sql.array(eventPermissions.filter((key) => holds(actor, key)))}::text[])
    order by v.position limit ${limit}) e
  order by e.position limit ${limit}`
