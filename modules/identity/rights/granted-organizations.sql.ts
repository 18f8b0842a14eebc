import { roleId } from '#modules/identity/people/roles.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'

/**
 * The organizations assigned to an instructor `p` with those below them, within the tree of the instructor's own
 * organization; empty if all have left it. Null without assignments: their own organization and all below it apply.
 */
export const grantedOrganizations = (sql: Sql): Fragment => sql`
  case when p.lk_user_role_id = ${roleId.Instructor} then
    (select coalesce(array_agg(distinct below.descendant_id) filter (where below.descendant_id is not null), '{}')
     from identity.instructor_organization given
     left join identity.organization_closure own
       on own.ancestor_id = p.organization_id and own.descendant_id = given.organization_id
     left join identity.organization_closure below on below.ancestor_id = own.descendant_id
     where given.user_id = p.user_id
     having count(*) > 0) end`
