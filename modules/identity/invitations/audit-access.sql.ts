import { twoFactorMethods } from '#modules/identity/credentials/factors.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { userOf } from '#platform/permissions.ts'
import type { InvitedAudit } from './invitation.sql.ts'

/** The limits of an auditor: a program, in their organization and those below it, in a period of days. */
export type AuditAccess = InvitedAudit & { organization_id: number; organization_name: string; time_zone: string }

type NewAccess = InvitedAudit & { user_id: number; organization_id: number; invited_by: number }

export const insertAccess = ({ sql }: Ctx, access: NewAccess) => sql`insert into identity.audit_access ${sql(access)}`

/**
 * The access of the signed-in auditor. It must not have ended or expired, and the session must have used two factors.
 */
export async function findAccess(ctx: Ctx): Promise<AuditAccess | null> {
  const { user_id, session_id } = userOf(ctx)
  const [access] = await ctx.sql<AuditAccess>`
    select x.organization_id, o.name as organization_name, o.time_zone, x.program_id, x.from_on::text as from_on,
           x.to_on::text as to_on, x.ends_at
    from identity.audit_access x
    join identity.organization o on o.organization_id = x.organization_id
    join identity.session s on s.user_id = x.user_id and s.session_id = ${session_id}
    where x.user_id = ${user_id} and x.ended_at is null and x.ends_at > platform.now()
      and s.ended_at is null and s.viewed_by is null and s.method = any(${ctx.sql.array([...twoFactorMethods])})`
  return access ?? null
}

type ListedAuditor = InvitedAudit & {
  /** Null until the invitation is accepted. */
  user_id: number | null
  invitation_id: number
  email: string
  name: string
  state: 'invited' | 'active' | 'ended' | 'lapsed'
  created_at: Date
  reads: number
  last_read_at: Date | null
}

/** The auditors of the visited organization and their open invitations, newest first. */
export const listAuditors = ({ sql, now, organization }: Ctx) => sql<ListedAuditor>`
  select i.invitation_id, i.user_id, coalesce(p.email, i.email) as email,
         trim(coalesce(p.first_name || ' ' || p.last_name, i.first_name || ' ' || i.last_name)) as name,
         i.audit_program_id as program_id, i.audit_from_on::text as from_on, i.audit_to_on::text as to_on,
         i.audit_ends_at as ends_at, i.created_at,
         case when x.ended_at is not null or i.revoked_at is not null then 'ended'
              when x.user_id is not null and x.ends_at > ${now} then 'active'
              when x.user_id is null and i.expires_at > ${now} then 'invited' else 'lapsed' end as state,
         coalesce(r.reads, 0) as reads, r.last_read_at
  from identity.invitation i
  left join identity.audit_access x on x.user_id = i.user_id
  left join identity.person p on p.user_id = i.user_id
  left join lateral (
    select count(*)::int as reads, max(e.at) as last_read_at from platform.v_audit_event e
    where e.organization_id = i.organization_id and e.actor_user_id = i.user_id and e.action like 'auditor.%') r on true
  where i.organization_id = ${organization.organization_id} and i.audit_program_id is not null
  order by i.invitation_id desc limit 200`

/** Ends an invitation, and the access of the person who accepted it; null if there is none to end. */
export async function endAccess(ctx: Ctx, invitation_id: number): Promise<{ user_id: number | null } | null> {
  const { sql, now, organization } = ctx
  const [invitation] = await sql<{ user_id: number | null }>`
    select user_id from identity.invitation
    where invitation_id = ${invitation_id} and organization_id = ${organization.organization_id}
      and audit_program_id is not null and revoked_at is null
    for update`
  if (!invitation) return null
  const { user_id } = invitation
  await sql`update identity.invitation set revoked_at = ${now} where invitation_id = ${invitation_id}`
  if (user_id === null) return invitation
  await sql`
    update identity.audit_access set ended_at = ${now}, ended_by = ${userOf(ctx).user_id}
    where user_id = ${user_id} and ended_at is null`
  await sql`update identity.session set ended_at = ${now} where user_id = ${user_id} and ended_at is null`
  return invitation
}

type AuditRead = { at: Date; action: string; subject: string | null }

/** The records that an auditor of the visited organization has read, newest first. */
export const listReads = ({ sql, organization }: Ctx, invitation_id: number) => sql<AuditRead>`
  select e.at, e.action, e.subject
  from identity.invitation i
  join platform.v_audit_event e on e.organization_id = i.organization_id and e.actor_user_id = i.user_id
  where i.invitation_id = ${invitation_id} and i.organization_id = ${organization.organization_id}
    and i.audit_program_id is not null and e.action like 'auditor.%'
  order by e.audit_event_id desc limit 500`
