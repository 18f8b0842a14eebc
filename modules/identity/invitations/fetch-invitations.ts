import { roleId } from '#modules/identity/people/roles.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'

const State = z.enum(['open', 'accepted', 'revoked', 'expired'])

const Invitation = z.object({
  invitation_id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  organization_code: z.string(),
  organization_name: z.string(),
  invited_by: z.string(),
  /** Invited to manage the organization. */
  manager_ind: z.boolean(),
  state: State,
  /** Neither accepted nor revoked, but possibly expired. */
  can_resend: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type Invitation = z.output<typeof Invitation>

type Row = Omit<Invitation, 'created_at' | 'expires_at'> & { created_at: Date; expires_at: Date }

export const fetchInvitations = operation({
  call: 'GET /user/invitation/fetch',
  summary: 'Lists the 200 newest invitations of instructors and managers, of all organizations in scope or of one',
  added: true,
  may: staff('MANAGE_INSTRUCTORS:READ'),
  takes: z.object({ organization_id: id().nullish() }),
  gives: z.object({ invitations: z.array(Invitation) }),
  async run({ sql, now, organization }, { organization_id }) {
    const organization_ids = organization_id
      ? organization.scope.filter((id) => id === organization_id)
      : organization.scope
    const rows = await sql<Row>`
      select i.invitation_id, i.email, i.first_name, i.last_name, o.code as organization_code,
             o.name as organization_name, coalesce(trim(p.first_name || ' ' || p.last_name), '') as invited_by,
             case when i.used_at is not null then 'accepted' when i.revoked_at < i.expires_at then 'revoked'
                  when i.expires_at <= ${now} then 'expired' else 'open' end as state,
             i.manager_ind, i.used_at is null and i.revoked_at is null as can_resend,
             i.created_at, i.expires_at
      from identity.invitation i
      join identity.organization o on o.organization_id = i.organization_id
      left join identity.person p on p.user_id = i.invited_by
      where i.organization_id = any(${sql.array(organization_ids)}) and i.lk_user_role_id = ${roleId.Instructor}
      order by i.created_at desc, i.invitation_id desc limit 200`
    const invitations = rows.map(({ created_at, expires_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
    }))
    return { invitations }
  },
})
