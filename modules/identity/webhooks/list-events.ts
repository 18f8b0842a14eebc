import { identityErrors } from '#modules/identity/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import {
  EventResponse,
  type EventRow,
  eventIdOf,
  eventName,
  eventResponse,
} from '#platform/events/event-answer.schema.ts'
import { eventPermissions, listedTypes } from '#platform/events/event-types.ts'
import { keptDays } from '#platform/events/publish-events.ts'
import { findEventPosition, findNewestEvent } from '#platform/events/read-events.ts'
import { operation } from '#platform/operation.ts'
import { holds, staff } from '#platform/permissions.ts'
import { count, queryList, z } from '#platform/schema.ts'

const defaultLimit = 100
const maxLimit = 500
const newest = 'newest'

export const listEvents = operation({
  call: 'GET /events',
  added: true,
  summary:
    'Lists events from the last 30 days, oldest first. Each type requires the permission named in its description',
  may: staff(eventPermissions),
  takes: z.object({
    /**
     * The `next` of the last response: returns the events after it. It stays valid while it is renewed every 30 days.
     * Without it the oldest events are returned; `newest` returns no events, only the position to continue from.
     */
    after: z
      .string()
      .regex(/^(evt_[0-9a-f]{32}|newest)$/)
      .optional(),
    /** All types without it. */
    type: queryList(z.enum(listedTypes as [(typeof listedTypes)[number]]), listedTypes.length).optional(),
    limit: count(1, maxLimit).default(defaultLimit),
  }),
  gives: z.object({
    events: z.array(EventResponse),
    /** The next `after`, also on a page without events; null while there are no events at all. */
    next: z.string().nullable(),
    has_more: z.boolean(),
  }),
  fails: [identityErrors.eventGone],
  clients: 'listEvents',
  async run(ctx, { after, type, limit }) {
    // Read before the rows: a later event belongs to the next call.
    const end = await findNewestEvent(ctx)
    const next = end && eventName(end.event_id)
    if (after === newest) return { events: [], next, has_more: false }
    const position = after === undefined ? 0 : await selectPosition(ctx, eventIdOf(after))
    const types = type?.length ? type : listedTypes
    const rows = await listAfter(ctx, { position, end: end?.position ?? position, types, limit: limit + 1 })
    const events = rows.slice(0, limit).map(eventResponse)
    const has_more = rows.length > limit
    return { events, next: has_more ? events.at(-1)!.id : next, has_more }
  },
})

/** Throws eventGone for an event that was deleted, or that the caller may not see. */
async function selectPosition(ctx: Ctx, event_id: string): Promise<number> {
  const position = await findEventPosition(ctx, event_id)
  if (position === null) throw identityErrors.eventGone()
  return position
}

type Page = { position: number; end: number; types: readonly string[]; limit: number }

/**
 * Reads each organization by its own index, so that a small tenant does not read the events of all others. The newest
 * event of an organization is kept as a position for longer than it is shown.
 */
const listAfter = ({ sql, organization, actor }: Ctx, { position, end, types, limit }: Page) => sql<EventRow>`
  select e.event_id, e.organization_id, e.type, e.version, e.subject, e.data, e.created_at
  from unnest(${sql.array(organization.scope)}::int[]) o (organization_id)
  cross join lateral (
    select * from platform.v_event v
    where v.organization_id = o.organization_id and v.position > ${position} and v.position <= ${end}
      and v.created_at >= platform.now() - make_interval(days => ${keptDays})
      and v.type = any(${sql.array([...types])}::text[])
      and v.needs = any(${sql.array(eventPermissions.filter((key) => holds(actor, key)))}::text[])
    order by v.position limit ${limit}) e
  order by e.position limit ${limit}`
