import { identityErrors } from '#modules/identity/errors.ts'
import { facetsPort } from '#modules/identity/facets.ts'
import type { Person } from '#modules/identity/people/person.sql.ts'
import { roleId } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pick, type Text } from '#platform/texts.ts'

/** What a certificate and an agency's report say of a person. */
const identityFields = ['first_name', 'middle_name', 'last_name', 'lk_suffix_id', 'dob'] as const
export type IdentityField = (typeof identityFields)[number]

/** Why a student may no longer change their names and date of birth; null while they may, and for everyone else. */
export async function identityLockOf(ctx: Ctx, person: Person): Promise<Text | null> {
  if (person.lk_user_role_id !== roleId.Student) return null
  return ctx.use(facetsPort).identityLock(ctx, person.user_id, person.dob !== null)
}

/**
 * Throws identityLocked, with an issue at each field, when students change of themselves what a legal document rests
 * on. What was never given may still be given. Staff may correct it; the audit log says who did.
 */
export async function requireOpenIdentity(
  ctx: Ctx,
  person: Person,
  wanted: Readonly<Partial<Pick<Person, IdentityField>>>,
  spelling: (field: IdentityField) => string = (field) => field,
): Promise<void> {
  if (ctx.actor.kind !== 'user' || ctx.actor.user_id !== person.user_id) return
  const changed = identityFields.filter(
    (name) => name in wanted && wanted[name] !== person[name] && isGiven(person, name),
  )
  const reason = changed.length > 0 ? await identityLockOf(ctx, person) : null
  if (!reason) return
  const message = pick(ctx.locale, reason)
  const issues = changed.map((field) => ({ path: spelling(field), message }))
  throw identityErrors.identityLocked({ reason: message }, {}, issues)
}

// No middle name and no suffix are an answer as well; no name and no date of birth are not.
const isGiven = (person: Person, field: IdentityField): boolean =>
  field === 'middle_name' || field === 'lk_suffix_id' || Boolean(person[field])
