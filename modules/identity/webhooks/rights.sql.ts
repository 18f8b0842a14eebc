import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { roleId } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { testEvent } from '#platform/events/event-types.ts'

/** Whether client `c` could sign in now: it and its organization are live, as `resolve-client.sql.ts` requires. */
export const isLiveClient = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  c.ended_at is null and (c.ends_at is null or c.ends_at > platform.now())
  and exists (select from identity.organization o
              where o.organization_id = c.organization_id
                and o.lk_organization_status_id = ${organizationStatus.Active} and o.deleted_at is null)`

/**
 * Whether client `c` may read event `e`: the client works for the event's organization, and holds a permission that
 * Admins of its own organization also hold. Every client may read a test event. Needs an unscoped context.
 */
export const mayRead = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  exists (select from identity.organization_closure below
          where below.ancestor_id = c.organization_id and below.descendant_id = e.organization_id)
  and (e.type = ${testEvent}
    or e.needs = any(c.permissions)
    and coalesce((
      select r.granted from identity.role_permission r
      join identity.organization_closure a on a.ancestor_id = r.organization_id
      where a.descendant_id = c.organization_id and r.lk_user_role_id = ${roleId.Admin} and r.key = e.needs
      order by a.depth limit 1), true)
    and (c.works_for is null or exists (
      select from identity.organization_closure g
      where g.descendant_id = e.organization_id and g.ancestor_id = any(c.works_for))))`
