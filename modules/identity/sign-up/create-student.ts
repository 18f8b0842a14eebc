import type { Ctx } from '../../../platform/ctx.ts'
import { identityErrors } from '../errors.ts'
import { studentCreated } from '../facts.ts'
import { requireGoodPassword } from '../passwords/password.schema.ts'
import { hashPassword, type PasswordCost } from '../passwords/password-hash.ts'
import { languageId, roleId, userStatus } from '../people/roles.ts'

export type NewStudent = {
  loginid: string
  email: string
  /** Null for a student who will choose one by a link. */
  password: string | null
  first_name: string
  last_name: string
  middle_name?: string
  lk_language_id?: 1 | 2
  /** Ten digits each. */
  phones?: readonly { phone_number: string; lk_phone_number_type_id: number }[]
}

/**
 * Adds a student to the visited organization and answers the user_id; joins the caller's transaction.
 * Throws loginidInUse, or weakPassword.
 */
export async function createStudent(
  ctx: Ctx,
  student: NewStudent,
  options: { cost?: PasswordCost } = {},
): Promise<number> {
  const { password, loginid, email, first_name, last_name } = student
  if (password !== null) requireGoodPassword(ctx.locale, password, [loginid, email, `${first_name}${last_name}`])
  const password_hash = password === null ? null : await hashPassword(password, options.cost)
  return ctx.tx(async (inner) => {
    const user_id = await insertStudent(inner, student, password_hash)
    await inner.emit(studentCreated, { user_id, organization_id: inner.organization.organization_id })
    return user_id
  })
}

async function insertStudent(ctx: Ctx, student: NewStudent, password_hash: string | null): Promise<number> {
  const { organization_id } = ctx.organization
  const row = {
    organization_id,
    lk_user_role_id: roleId.Student,
    lk_user_status_id: userStatus.Active,
    loginid: student.loginid.normalize('NFC').trim(),
    email: student.email.trim(),
    password_hash,
    first_name: student.first_name,
    middle_name: student.middle_name ?? '',
    last_name: student.last_name,
    lk_language_id: student.lk_language_id ?? languageId(ctx.locale),
  }
  // The unique index decides between two who ask for one login id at once; neither breaks the caller's transaction.
  const [created] = await ctx.sql<{ user_id: number }>`
    insert into identity.person ${ctx.sql(row)}
    on conflict (loginid_key) where deleted_at is null do nothing
    returning user_id`
  if (!created) throw identityErrors.loginidInUse()
  const { user_id } = created
  const phones = (student.phones ?? []).map((phone) => ({
    organization_id,
    user_id,
    phone_number: phone.phone_number,
    lk_phone_number_type_id: phone.lk_phone_number_type_id,
  }))
  if (phones.length > 0) await ctx.sql`insert into identity.phone ${ctx.sql(phones)}`
  return user_id
}
