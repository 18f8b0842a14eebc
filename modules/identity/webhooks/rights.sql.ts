import { roleId } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { testEvent } from '#platform/events/event-types.ts'

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
