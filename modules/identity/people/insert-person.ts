import { identityErrors } from '#modules/identity/errors.ts'
import { loginidIn } from '#modules/identity/test-organizations/test-login.ts'
import { composed } from '#platform/composed.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { PersonRow } from './person-row.ts'
import { requirePlainLoginid } from './plain-loginid.ts'

/** The required columns of a new person; the others have defaults. */
export type NewPerson = PersonRow & {
  organization_id: number
  lk_user_role_id: number
  lk_user_status_id: number
  loginid: string
  email: string
  password_hash: string | null
  /** Set if the person used something that only the owner of the email address receives. */
  email_proven_at?: Date
}

type NewPhone = { phone_number: string; lk_phone_number_type_id: number }

/**
 * Adds a person of any role with their phones and returns the user_id. Throws loginidInUse, and invalid for a disguised
 * login id.
 */
export async function insertPerson(ctx: Ctx, person: NewPerson, phones: readonly NewPhone[] = []): Promise<number> {
  const loginid = loginidIn(ctx, composed(person.loginid).trim())
  const row = { ...person, loginid, email: person.email.trim() }
  requirePlainLoginid(ctx, row.loginid)
  // The unique index decides between two concurrent requests for one login id; neither breaks the caller's transaction.
  const [createdRow] = await ctx.sql<{ user_id: number }>`
    insert into identity.person ${ctx.sql(row)}
    on conflict (loginid_key) where deleted_at is null do nothing
    returning user_id`
  if (!createdRow) throw identityErrors.loginidInUse()
  const { user_id } = createdRow
  const { organization_id } = person
  const rows = phones.map(({ phone_number, lk_phone_number_type_id }) => ({
    organization_id,
    user_id,
    phone_number,
    lk_phone_number_type_id,
  }))
  if (rows.length > 0) await ctx.sql`insert into identity.phone ${ctx.sql(rows)}`
  return user_id
}
