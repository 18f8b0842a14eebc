import { identityErrors } from '#modules/identity/errors.ts'
import { studentCreated, welcomeOwed } from '#modules/identity/facts.ts'
import { isUnsharedEmail } from '#modules/identity/people/availability.sql.ts'
import { insertPerson, type NewPerson } from '#modules/identity/people/insert-person.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { personFields, rowOf } from '#modules/identity/people/person-row.ts'
import { requirePlainLoginid } from '#modules/identity/people/plain-loginid.ts'
import type { ProfileForm } from '#modules/identity/people/profile-form.schema.ts'
import { languageId, roleId, userStatus } from '#modules/identity/people/roles.ts'
import { loginidInUse, saveInstructor } from '#modules/identity/profile/save-person.ts'
import { selectRoleDefaults } from '#modules/identity/rights/permission-rows.sql.ts'
import { isWithin } from '#modules/identity/rights/within-rights.ts'
import type { Role } from '#platform/actor.ts'
import { changesOf } from '#platform/audit/changes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { localize } from '#platform/texts.ts'
import { todayOf } from '#platform/zone.ts'

type Form = Omit<ProfileForm, 'deletePhoneNumber' | 'deleteRecruiter'> & { organization_id?: number | null }

/**
 * Creates a person of a role, for staff with its CREATE permission. No one chooses a password for someone else: the
 * person is Not Verified and gets an email with a link, unless `welcome` is false. Throws notFound for an organization
 * out of scope, cannotCreate, loginidInUse.
 */
export async function createPerson(
  ctx: Ctx,
  role: Role,
  form: Form,
  { welcome }: { welcome: boolean } = { welcome: true },
): Promise<{ user_id: number; warning: string | null }> {
  const row = newRow(ctx, role, form)
  requirePlainLoginid(ctx, row.loginid, 'profile.loginid')
  if (!ctx.organization.scope.includes(row.organization_id)) throw errors.notFound()
  if (row.dob && row.dob > todayOf(ctx)) {
    throw errors.invalid({}, {}, [{ path: 'profile.dob', message: localize(ctx.locale, peopleTexts.dobFuture) }])
  }
  await requireWithinOwnRights(ctx, role, row.organization_id)
  const warning = (await isUnsharedEmail(ctx, row.email)) ? null : localize(ctx.locale, peopleTexts.sharedEmail)
  const user_id = await insert(ctx, row, form)
  if (role === 'Instructor') await saveInstructor(ctx, user_id, form)
  const { organization_id } = row
  if (role === 'Student') await ctx.emit(studentCreated, { user_id, organization_id })
  if (welcome) await ctx.emit(welcomeOwed, { user_id })
  await ctx.audit({
    action: 'user.create',
    subject: `user_id:${user_id}`,
    subject_user_id: user_id,
    ...changesOf<NewPerson>({}, row, ['organization_id', 'lk_user_role_id', ...personFields]),
  })
  return { user_id, warning }
}

function newRow(ctx: Ctx, role: Role, form: Form): NewPerson {
  const { email } = form.profile
  const row = rowOf(form, true)
  return {
    loginid: email,
    lk_language_id: languageId(ctx.locale),
    ...row,
    email,
    is_recruiter: role === 'Instructor' && form.profile.isRecruiter === true,
    organization_id: form.organization_id ?? ctx.organization.organization_id,
    lk_user_role_id: roleId[role],
    lk_user_status_id: userStatus.NotVerified,
    password_hash: null,
  }
}

/** Someone who could create a person with more rights than their own could become that person. */
export async function requireWithinOwnRights(ctx: Ctx, role: Role, organization_id: number): Promise<void> {
  const defaults = (await selectRoleDefaults(ctx, organization_id))[role]
  if (!isWithin(ctx.actor, role, defaults)) throw identityErrors.cannotCreate()
}

async function insert(ctx: Ctx, row: NewPerson, form: Form): Promise<number> {
  try {
    return await insertPerson(ctx, row, form.contacts ?? [])
  } catch (error) {
    const isTaken = (error as { kind?: { code: string } }).kind?.code === identityErrors.loginidInUse.code
    throw isTaken ? loginidInUse(ctx, (field) => `profile.${field}`) : error
  }
}
