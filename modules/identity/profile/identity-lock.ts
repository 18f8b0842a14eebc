import { identityErrors } from '#modules/identity/errors.ts'
import { facetsPort } from '#modules/identity/facets.ts'
import type { Person } from '#modules/identity/people/person.sql.ts'
import { roleId } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localize, type Text } from '#platform/texts.ts'

/** The fields on certificates and agency reports. */
const identityFields = ['first_name', 'middle_name', 'last_name', 'lk_suffix_id', 'dob'] as const
export type IdentityField = (typeof identityFields)[number]

/**
 * The reason why a student may no longer change their names and date of birth; null while they may, and for everyone
 * else.
 */
export async function identityLockOf(ctx: Ctx, person: Person): Promise<Text | null> {
  if (person.lk_user_role_id !== roleId.Student) return null
  return ctx.use(facetsPort).identityLock(ctx, person.user_id, person.dob !== null)
}

/**
 * Throws identityLocked, with an issue at each field, if students change data that a legal document depends on. Missing
 * data may still be added. Staff may correct it; the audit log records who did.
 */
export async function requireOpenIdentity(
  ctx: Ctx,
  person: Person,
  changes: Readonly<Partial<Pick<Person, IdentityField>>>,
  spelling: (field: IdentityField) => string = (field) => field,
): Promise<void> {
  if (ctx.actor.kind !== 'user' || ctx.actor.user_id !== person.user_id) return
  const changedFields = identityFields.filter(
    (name) => name in changes && changes[name] !== person[name] && isGiven(person, name),
  )
  const reason = changedFields.length > 0 ? await identityLockOf(ctx, person) : null
  if (!reason) return
  const message = localize(ctx.locale, reason)
  const issues = changedFields.map((field) => ({ path: spelling(field), message }))
  throw identityErrors.identityLocked({ reason: message }, {}, issues)
}

// An empty middle name or suffix is a value, too; an empty name or date of birth is not.
const isGiven = (person: Person, field: IdentityField): boolean =>
  field === 'middle_name' || field === 'lk_suffix_id' || Boolean(person[field])
