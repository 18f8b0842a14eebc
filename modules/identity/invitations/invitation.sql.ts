import { createHmac, randomBytes } from 'node:crypto'
import { identityErrors } from '#modules/identity/errors.ts'
import { localeOf, roleId, userStatus } from '#modules/identity/people/roles.ts'
import { hashReference, isReference } from '#modules/identity/sessions/reference.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { secretPort } from '#platform/ports.ts'
import type { Locale } from '#platform/texts.ts'

const invitationDays = 7

/** When a link emailed now expires. */
export const invitationEnd = (now: Date): Date => new Date(now.getTime() + invitationDays * 24 * 60 * 60_000)

/**
 * The token of an invitation's link: 256 bits from its seed and the server's key. Neither the table nor the key alone
 * is enough, and a resent email contains the same token.
 */
const tokenOf = (ctx: Ctx, seed: Uint8Array): string =>
  createHmac('sha256', ctx.use(secretPort)).update('invitation').update(seed).digest('base64url')

type NewInvitation = {
  email: string
  first_name: string
  last_name: string
  organization_id: number
  invited_by: number
  /** Invited to manage the organization. */
  manager_ind?: boolean
  /** Invited as an auditor, with this access. */
  audit?: InvitedAudit
}

/** The limits of an invited auditor; `ends_at` is the end of the access. Days are YYYY-MM-DD. */
export type InvitedAudit = { program_id: string; from_on: string; to_on: string; ends_at: Date }

/** Invites someone for seven days. Throws invitationOpen if the address has a valid invitation. */
export async function insertInvitation(ctx: Ctx, invited: NewInvitation): Promise<number> {
  const { organization_id, email } = invited
  await ctx.sql`
    update identity.invitation set revoked_at = ${ctx.now}
    where organization_id = ${organization_id} and lower(email) = lower(${email})
      and used_at is null and revoked_at is null and expires_at <= ${ctx.now}`
  const seed = randomBytes(32)
  const { audit, ...others } = invited
  const row = {
    ...others,
    ...(audit && {
      lk_user_role_id: roleId.Auditor,
      audit_program_id: audit.program_id,
      audit_from_on: audit.from_on,
      audit_to_on: audit.to_on,
      audit_ends_at: audit.ends_at,
    }),
    seed,
    token_hash: hashReference(tokenOf(ctx, seed)),
    created_at: ctx.now,
    expires_at: invitationEnd(ctx.now),
  }
  const [createdRow] = await ctx.sql<{ invitation_id: number }>`
    insert into identity.invitation ${ctx.sql(row)}
    on conflict (organization_id, lower(email)) where used_at is null and revoked_at is null do nothing
    returning invitation_id`
  if (!createdRow) throw identityErrors.invitationOpen()
  return createdRow.invitation_id
}

export type LiveInvitation = {
  invitation_id: number
  organization_id: number
  email: string
  first_name: string
  last_name: string
  manager_ind: boolean
  invited_by: number
  audit: InvitedAudit | null
}

/** Whether an invitation `i` by the person `p` is valid. It is void if that person has left. */
const isValid = ({ sql, now }: Pick<Ctx, 'sql' | 'now'>): Fragment => sql`
  i.used_at is null and i.revoked_at is null and i.expires_at > ${now}
  and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}`

/**
 * The valid invitation of a token on the inviting organization's site, or null. `lock` keeps others from using it until
 * the transaction ends. Unscoped: the token is the secret, and the inviter may belong to a parent organization.
 */
export async function findInvitation(ctx: Ctx, token: string, { lock = false } = {}): Promise<LiveInvitation | null> {
  if (!isReference(token)) return null
  const { sql } = ctx.unscoped
  const [row] = await sql<Omit<LiveInvitation, 'audit'> & AuditColumns>`
    select i.invitation_id, i.organization_id, i.email, i.first_name, i.last_name, i.manager_ind,
           i.invited_by, i.audit_program_id, i.audit_from_on::text as audit_from_on, i.audit_to_on::text as audit_to_on,
           i.audit_ends_at
    from identity.invitation i join identity.person p on p.user_id = i.invited_by
    where i.token_hash = ${hashReference(token)} and i.organization_id = ${ctx.organization.organization_id}
      and ${isValid(ctx)}
    ${lock ? sql`for update of i` : sql``}`
  if (!row) return null
  const { audit_program_id, audit_from_on, audit_to_on, audit_ends_at, ...invitation } = row
  return { ...invitation, audit: auditOf({ audit_program_id, audit_from_on, audit_to_on, audit_ends_at }) }
}

type AuditColumns = {
  audit_program_id: string | null
  audit_from_on: string | null
  audit_to_on: string | null
  audit_ends_at: Date | null
}

/** The columns are filled together. */
function auditOf(columns: AuditColumns): InvitedAudit | null {
  const { audit_program_id: program_id, audit_from_on: from_on, audit_to_on: to_on, audit_ends_at: ends_at } = columns
  return program_id && from_on && to_on && ends_at ? { program_id, from_on, to_on, ends_at } : null
}

export type InvitationEmail = {
  token: string
  expires_at: Date
  email: string
  first_name: string
  manager_ind: boolean
  auditor_ind: boolean
  inviter: string
  invited_by: number
  /** The inviter's: the invited person's language is unknown. */
  locale: Locale
  organization: { organization_id: number; code: string; name: string }
}

/** The content of a valid invitation's email, or null. */
export async function findInvitationEmail(ctx: Ctx, invitation_id: number): Promise<InvitationEmail | null> {
  type Row = Omit<InvitationEmail, 'token' | 'organization' | 'locale'> &
    InvitationEmail['organization'] & { seed: Buffer; lk_language_id: number }
  const [row] = await ctx.sql<Row>`
    select i.seed, i.expires_at, i.email, i.first_name, i.manager_ind,
           i.lk_user_role_id = ${roleId.Auditor} as auditor_ind, i.invited_by, p.lk_language_id, o.organization_id, o.code, o.name,
           trim(p.first_name || ' ' || p.last_name) as inviter
    from identity.invitation i
    join identity.organization o on o.organization_id = i.organization_id
    join identity.person p on p.user_id = i.invited_by
    where i.invitation_id = ${invitation_id} and ${isValid(ctx)}`
  if (!row) return null
  const { seed, lk_language_id, organization_id, code, name, ...fields } = row
  const locale = localeOf(lk_language_id)
  return { ...fields, token: tokenOf(ctx, seed), locale, organization: { organization_id, code, name } }
}
