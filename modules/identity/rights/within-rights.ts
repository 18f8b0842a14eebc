import { identityErrors } from '#modules/identity/errors.ts'
import type { Person } from '#modules/identity/people/person.sql.ts'
import { roleOf } from '#modules/identity/people/roles.ts'
import { effectivePermissions } from '#modules/identity/permissions.ts'
import type { Actor, Role } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { selectPermissionRows } from './permission-rows.sql.ts'

/**
 * Whether a role with these permissions may do nothing that the actor may not: some operations are for an Admin only,
 * regardless of permissions. An auditor has none, but reads what only an Admin may let them read. A client is no match
 * for staff, regardless of permissions.
 */
export const isWithin = (actor: Actor, role: Role, keys: Iterable<string>): boolean =>
  actor.kind === 'client' ? role === 'Student' : isPersonWithin(actor, role, keys)

const isPersonWithin = (actor: Actor, role: Role, keys: Iterable<string>): boolean =>
  actor.kind === 'user' &&
  ((role !== 'Admin' && role !== 'Auditor') || actor.role === 'Admin') &&
  [...keys].every((key) => actor.permissions.has(key))

/** `isWithin` for a person: someone who can change how a person signs in could become them. */
export async function isWithinRights(ctx: Ctx, person: Pick<Person, 'user_id' | 'lk_user_role_id'>): Promise<boolean> {
  const role = roleOf(person.lk_user_role_id)
  return isWithin(ctx.actor, role, effectivePermissions(role, await selectPermissionRows(ctx, person.user_id)))
}

/** Throws aboveYou for a person with more rights than the caller. */
export async function requireWithinRights(ctx: Ctx, person: Parameters<typeof isWithinRights>[1]): Promise<void> {
  if (!(await isWithinRights(ctx, person))) throw identityErrors.aboveYou()
}
