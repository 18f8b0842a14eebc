import { hashPassword, type PasswordCost } from '#modules/identity/credentials/password-hash.ts'
import { studentCreated } from '#modules/identity/facts.ts'
import { requireGoodPassword } from '#modules/identity/passwords/password.schema.ts'
import { insertPerson } from '#modules/identity/people/insert-person.ts'
import { nameOrBlank } from '#modules/identity/people/person-name.shared.ts'
import { languageId, roleId, userStatus } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'

export type NewStudent = {
  loginid: string
  email: string
  /** Null for a student who will choose one by a link. */
  password: string | null
  first_name: string
  last_name: string
  middle_name?: string
  lk_language_id?: number
  /** Whether a provider or a mailed code has proved the address. */
  email_proven?: boolean
  /** Ten digits each. */
  phones?: readonly { phone_number: string; lk_phone_number_type_id: number }[]
}

/**
 * Adds a student to the visited organization and returns the user_id; joins the caller's transaction. Throws
 * loginidInUse, or weakPassword.
 */
export async function createStudent(
  ctx: Ctx,
  student: NewStudent,
  options: { cost?: PasswordCost } = {},
): Promise<number> {
  const password_hash = await hashChosenPassword(ctx, student, options.cost)
  return ctx.tx((inner) => addStudent(inner, student, password_hash))
}

/** Hashes a student's password, for callers without a transaction. Throws weakPassword. */
export async function hashChosenPassword(ctx: Ctx, student: NewStudent, cost?: PasswordCost): Promise<string | null> {
  const { password, loginid, email, first_name, last_name } = student
  if (password === null) return null
  await requireGoodPassword(ctx, password, [loginid, email, first_name, last_name])
  return hashPassword(password, cost)
}

/** Adds a student with an already hashed password, in the caller's transaction. Throws loginidInUse. */
export async function addStudent(ctx: Ctx, student: NewStudent, password_hash: string | null): Promise<number> {
  const user_id = await insertStudent(ctx, student, password_hash)
  await ctx.emit(studentCreated, { user_id, organization_id: ctx.organization.organization_id })
  return user_id
}

function insertStudent(ctx: Ctx, student: NewStudent, password_hash: string | null): Promise<number> {
  const { loginid, email, phones = [] } = student
  const [first_name = '', middle_name = '', last_name = ''] = [
    student.first_name,
    student.middle_name ?? '',
    student.last_name,
  ].map(nameOrBlank)
  const row = {
    loginid,
    email,
    password_hash,
    first_name,
    middle_name,
    last_name,
    organization_id: ctx.organization.organization_id,
    lk_user_role_id: roleId.Student,
    lk_user_status_id: userStatus.Active,
    lk_language_id: student.lk_language_id ?? languageId(ctx.locale),
    ...(student.email_proven && { email_proven_at: ctx.now }),
  }
  return insertPerson(ctx, row, phones)
}
