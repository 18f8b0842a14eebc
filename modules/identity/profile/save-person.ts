import { type EmailChange, requestEmailChange } from '#modules/identity/emails/email-change.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { facetsPort } from '#modules/identity/facets.ts'
import { isFreeLoginid, isUnsharedEmail } from '#modules/identity/people/availability.sql.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { canManage } from '#modules/identity/people/people-scope.ts'
import { lockPerson, type Person } from '#modules/identity/people/person.sql.ts'
import { type PersonRow, personFields, rowOf } from '#modules/identity/people/person-row.ts'
import { requirePlainLoginid } from '#modules/identity/people/plain-loginid.ts'
import type { ProfileForm } from '#modules/identity/people/profile-form.schema.ts'
import { roleId } from '#modules/identity/people/roles.ts'
import {
  countLost,
  forgetLost,
  listRecruited,
  listTeaching,
  saveRecruited,
  saveTeaching,
} from '#modules/identity/recruiters/recruiter.sql.ts'
import { changesOf } from '#platform/audit/changes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { SqlError } from '#platform/db/errors.ts'
import { errors } from '#platform/errors.ts'
import { localize, type Text } from '#platform/texts.ts'
import { todayOf } from '#platform/zone.ts'
import { listPhones, savePhones } from './about-you.sql.ts'
import { requireOpenIdentity } from './identity-lock.ts'
import { countOwnSignInChange, handleSignInChange, requestedEmailOf, requireSignInChange } from './sign-in-data.ts'
import { selectDetails } from './user-details.ts'

export type SavedPerson = { user_id: number; updated_at: string; warning: string | null }
type Form = Omit<ProfileForm, 'profile'> & {
  profile: Partial<ProfileForm['profile']> & Pick<ProfileForm['profile'], 'email'>
  updated_at?: string | null
}
export type SaveOptions = {
  action: string
  /** The name of a form field in error reports. */
  path: (field: string) => string
  /** The staff's reason for the change. */
  reason?: string | undefined
  /** Called when the response starts to reveal whether a login id is taken. */
  reveals?: (() => void) | undefined
}

/**
 * Changes a person by a form; omitted fields stay. The caller must check the access and run it in a transaction. Role,
 * status, organization and password are not part of it.
 */
export async function savePerson(ctx: Ctx, user_id: number, form: Form, options: SaveOptions): Promise<SavedPerson> {
  // A changed date of birth requires the courses to be checked again.
  if (form.profile.dob && !isOwn(ctx, user_id)) await ctx.use(facetsPort).lockCourses(ctx, user_id)
  const before = await lockPerson(ctx, user_id)
  await requireUnchanged(ctx, before, form.updated_at)
  // Staff can't edit notes about themselves.
  const isManager = !isOwn(ctx, user_id) && canManage(ctx, before, 'UPDATE')
  const isInstructor = isManager && before.lk_user_role_id === roleId.Instructor
  const { isRecruiter } = form.profile
  const row = rowOf(form, isManager)
  if (isInstructor && typeof isRecruiter === 'boolean') row.is_recruiter = isRecruiter
  const requestedPerson: Person = { ...before, ...row }
  await requireAllowed(ctx, before, requestedPerson, options)
  const emailChange = requestedEmailOf(ctx, before, requestedPerson)
  if (emailChange) row.email = before.email
  if (emailChange?.with_loginid) row.loginid = before.loginid
  const after: Person = { ...requestedPerson, ...row }
  const related = await loadRelated(ctx, user_id)
  await updatePerson(ctx, user_id, row, options)
  await savePersonPhones(ctx, before, form)
  if (isInstructor) await saveInstructor(ctx, user_id, form)
  await auditChanges(ctx, options, { ...before, ...related }, { ...after, ...(await loadRelated(ctx, user_id)) })
  if (isSignInChanged(before, after)) await handleSignInChange(ctx, before, after)
  const courseWarning = await checkBirthDate(ctx, before, after)
  if (emailChange) await requestEmailLink(ctx, before, emailChange, options)
  if (isSignInChanged(before, requestedPerson)) await countOwnSignInChange(ctx, before)
  const warnings = [await warningOf(ctx, before, requestedPerson), courseWarning].filter((text) => text !== null)
  return { user_id, ...(await selectUpdated(ctx, user_id)), warning: warnings.join(' ') || null }
}

/** The courses that the person may no longer take after staff corrected the date of birth. */
async function checkBirthDate(ctx: Ctx, before: Person, after: Person): Promise<string | null> {
  if (before.dob === after.dob || after.dob === null || isOwn(ctx, before.user_id)) return null
  const courses = await ctx.use(facetsPort).birthCorrected(ctx, before.user_id)
  return courses.length > 0 ? localize(ctx.locale, peopleTexts.notOfAge, { courses: courses.join(', ') }) : null
}

const isOwn = ({ actor }: Ctx, user_id: number) => actor.kind === 'user' && actor.user_id === user_id

async function requireUnchanged(ctx: Ctx, { user_id, updated_at }: Person, seenAt?: string | null): Promise<void> {
  if (!seenAt || new Date(seenAt).getTime() === updated_at.getTime()) return
  throw errors.conflict({}, { data: await selectDetails(ctx, user_id) })
}

const isSignInChanged = (before: Person, after: Person) =>
  before.email !== after.email || before.loginid !== after.loginid

async function requireAllowed(ctx: Ctx, before: Person, after: Person, { path, reveals }: SaveOptions): Promise<void> {
  if (after.dob && after.dob > todayOf(ctx)) throw invalidField(ctx, path('dob'), peopleTexts.dobFuture)
  if (after.loginid !== before.loginid) requirePlainLoginid(ctx, after.loginid, path('loginid'))
  await requireOpenIdentity(ctx, before, after, path)
  if (isSignInChanged(before, after)) await requireSignInChange(ctx, before)
  if (after.loginid !== before.loginid) reveals?.()
}

const invalidField = (ctx: Ctx, path: string, text: Text) =>
  errors.invalid({}, {}, [{ path, message: localize(ctx.locale, text) }])

async function requestEmailLink(
  ctx: Ctx,
  before: Person,
  emailChange: EmailChange,
  { path }: SaveOptions,
): Promise<void> {
  const { user_id } = before
  if (emailChange.with_loginid && !(await isFreeLoginid(ctx, emailChange.email, user_id))) throw loginidInUse(ctx, path)
  await requestEmailChange(ctx, before, emailChange)
  const subject = { subject: `user_id:${user_id}`, subject_user_id: user_id }
  await ctx.audit({ action: 'user.askEmailChange', ...subject, after: emailChange })
}

async function updatePerson(ctx: Ctx, user_id: number, row: PersonRow, { path }: SaveOptions): Promise<void> {
  try {
    await ctx.sql`
      update identity.person set ${ctx.sql(row)}, updated_at = platform.now() where user_id = ${user_id}`
  } catch (error) {
    throw error instanceof SqlError && error.constraint === 'person_loginid' ? loginidInUse(ctx, path) : error
  }
}

/** 'Username is already in use.', at its field: the unique index has rejected it. */
export function loginidInUse(ctx: Ctx, path: SaveOptions['path']) {
  const message = localize(ctx.locale, identityErrors.loginidInUse.text)
  return identityErrors.loginidInUse({}, {}, [{ path: path('loginid'), message }])
}

const maxPhones = 10

/** Students must stay reachable, so the last number can't be removed. No one has more than ten. */
async function savePersonPhones(ctx: Ctx, person: Person, { contacts, deletePhoneNumber }: Form): Promise<void> {
  if (!contacts?.length && !deletePhoneNumber?.length) return
  const previous = await listPhones(ctx, person.user_id)
  await savePhones(ctx, person, contacts ?? [], deletePhoneNumber ?? [])
  const { length } = await listPhones(ctx, person.user_id)
  if (length > maxPhones) throw invalidField(ctx, 'contacts', peopleTexts.tooManyPhones)
  const isEmptied = previous.length > 0 && length === 0 && person.lk_user_role_id === roleId.Student
  if (isEmptied) throw invalidField(ctx, 'contacts', peopleTexts.noPhone)
}

/**
 * The parts of an instructor's profile that staff record: where they teach and whom they recruited. Other people's
 * forms pass it along unchanged.
 */
export async function saveInstructor(
  ctx: Ctx,
  user_id: number,
  {
    instructorOrganizations,
    forgetLostOrganizations,
    recruiter,
    deleteRecruiter,
  }: Pick<ProfileForm, 'instructorOrganizations' | 'recruiter' | 'deleteRecruiter'> & {
    forgetLostOrganizations?: boolean | null | undefined
  },
): Promise<void> {
  if (forgetLostOrganizations) await forgetLost(ctx, user_id)
  if (instructorOrganizations) await saveTeaching(ctx, user_id, instructorOrganizations)
  if (recruiter || deleteRecruiter) await saveRecruited(ctx, user_id, recruiter ?? [], deleteRecruiter ?? [])
}

async function loadRelated(ctx: Ctx, user_id: number) {
  const phones = await listPhones(ctx, user_id)
  const instructorOrganizations = (await listTeaching(ctx, user_id)).map(({ organization_id }) => organization_id)
  const [lostOrganizations, recruiter] = [await countLost(ctx, user_id), await listRecruited(ctx, user_id)]
  return { phones, instructorOrganizations, lostOrganizations, recruiter }
}

type Related = Awaited<ReturnType<typeof loadRelated>>

async function auditChanges(
  ctx: Ctx,
  { action, reason }: SaveOptions,
  before: Person & Related,
  after: Person & Related,
) {
  const fields = [...personFields, 'phones', 'instructorOrganizations', 'lostOrganizations', 'recruiter'] as const
  const { user_id } = before
  const changes = changesOf<Person & Related>(before, after, fields)
  const auditData = { ...changes, ...(reason && { after: { ...changes.after, reason } }) }
  await ctx.audit({ action, subject: `user_id:${user_id}`, subject_user_id: user_id, ...auditData })
}

async function selectUpdated({ sql }: Ctx, user_id: number): Promise<{ updated_at: string }> {
  const [row] = await sql<{ updated_at: Date }>`select updated_at from identity.person where user_id = ${user_id}`
  return { updated_at: row!.updated_at.toISOString() }
}

/** Sharing an address is allowed but rarely intended. */
async function warningOf(ctx: Ctx, before: Person, after: Person): Promise<string | null> {
  // Students get no warning: it would reveal who else has an account.
  const isRequested = before.email !== after.email && !(ctx.actor.kind === 'user' && ctx.actor.role === 'Student')
  return isRequested && !(await isUnsharedEmail(ctx, after.email, after.user_id))
    ? localize(ctx.locale, peopleTexts.sharedEmail)
    : null
}
