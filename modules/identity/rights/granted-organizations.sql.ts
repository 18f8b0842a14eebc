import { roleId } from '#modules/identity/people/roles.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'

/**
 * The organizations assigned to an instructor `p` with those below them, within the tree of the instructor's own
 * organization; empty if all have left it. Null without assignments: their own organization and all below it apply.
 */
export const grantedOrganizations = (sql: Sql): Fragment => sql`
  case when p.lk_user_role_id = ${roleId.Instructor} then
    (select coalesce(array_agg(distinct child.descendant_id) filter (where child.descendant_id is not null), '{}')
     from identity.instructor_organization assignment
     left join identity.organization_closure root
       on root.ancestor_id = p.organization_id and root.descendant_id = assignment.organization_id
     left join identity.organization_closure child on child.ancestor_id = root.descendant_id
     where assignment.user_id = p.user_id
     having count(*) > 0) end`
