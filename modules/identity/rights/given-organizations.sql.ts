import type { Fragment, Sql } from '../../../platform/db/sql.ts'
import { roleId } from '../people/roles.ts'

/**
 * The organizations given to an instructor `p` with those below them, or null where the instructor's own organization
 * and all below it are theirs: nothing was given, or only what has left that tree.
 */
export const givenOrganizations = (sql: Sql): Fragment => sql`
  case when p.lk_user_role_id = ${roleId.Instructor} then
    (select array_agg(distinct below.descendant_id)
     from identity.instructor_organization given
     join identity.organization_closure own
       on own.ancestor_id = p.organization_id and own.descendant_id = given.organization_id
     join identity.organization_closure below on below.ancestor_id = given.organization_id
     where given.user_id = p.user_id) end`
