import { errors } from '#platform/errors.ts'
import { scoped, staff } from '#platform/permissions.ts'

/** Staff who invite instructors, for the invitations of their organizations. */
export const inviterOf = scoped<{ invitation_id: number }>(
  staff('MANAGE_INSTRUCTORS:CREATE'),
  'in one of their organizations',
  async ({ sql, organization }, { invitation_id }) => {
    const rows = await sql`
      select from identity.invitation
      where invitation_id = ${invitation_id} and audit_program_id is null and organization_id = any(${sql.array(organization.scope)})`
    if (rows.length === 0) throw errors.notFound()
  },
)
