import { identityErrors } from '#modules/identity/errors.ts'
import type { Actor, Role } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import {
  holds,
  type PermissionKey,
  type PermissionType,
  type Policy,
  scoped,
  signedIn,
  staff,
  userOf,
} from '#platform/permissions.ts'
import { isViewing } from '#platform/viewing.ts'
import { type Person, selectPerson } from './person.sql.ts'
import { roleId, roleOf } from './roles.ts'

const permissionNames: Readonly<Record<Role, string>> = {
  Student: 'MANAGE_STUDENTS',
  Instructor: 'MANAGE_INSTRUCTORS',
  Support: 'MANAGE_INSTRUCTORS',
  Admin: 'MANAGE_ADMIN',
  Auditor: 'MANAGE_ADMIN',
}

/** The permission for this type of action on a person of the role. */
export const keyOf = (role: Role, type: PermissionType): PermissionKey => `${permissionNames[role]}:${type}`

const keysOf = (type: PermissionType) =>
  [...new Set(Object.values(permissionNames))].map((name): PermissionKey => `${name}:${type}`)

const isOwn = (ctx: Pick<Ctx, 'actor'>, user_id: number) => ctx.actor.kind === 'user' && ctx.actor.user_id === user_id

/**
 * Whether this is the caller's own record: a view shows sensitive data only to staff with the permission themselves.
 */
export const canSeeOwn = (actor: Actor, user_id: number): boolean =>
  actor.kind === 'user' &&
  actor.user_id === user_id &&
  (!isViewing(actor) || Boolean(actor.viewer_permissions?.has(keyOf(actor.role, 'READ'))))

/**
 * Whether the caller is staff with the permission for the person's role, and the person belongs to their organizations.
 * Only an Admin may do more than read about an Admin or an auditor, regardless of permissions.
 */
export const canManage = (
  ctx: Pick<Ctx, 'actor' | 'organization'>,
  person: Pick<Person, 'organization_id' | 'lk_user_role_id'>,
  type: PermissionType,
): boolean => {
  const inScope = ctx.organization.scope.includes(person.organization_id)
  return inScope && holds(ctx.actor, keyOf(roleOf(person.lk_user_role_id), type)) && !isAdminOnly(ctx, person, type)
}

const isAdminOnly = ({ actor }: Pick<Ctx, 'actor'>, person: Pick<Person, 'lk_user_role_id'>, type: PermissionType) =>
  type !== 'READ' &&
  (person.lk_user_role_id === roleId.Admin || person.lk_user_role_id === roleId.Auditor) &&
  !(actor.kind === 'user' && actor.role === 'Admin')

/**
 * A person whom staff may manage in this way. Throws notFound for a person whom they may not see, forbidden
 * or adminsOnly for one whom they may only see.
 */
export async function selectManaged(ctx: Ctx, user_id: number, type: PermissionType): Promise<Person> {
  const person = await selectPerson(ctx, user_id)
  if (canManage(ctx, person, type)) return person
  if (!canManage(ctx, person, 'READ')) throw errors.notFound()
  throw isAdminOnly(ctx, person, type) ? identityErrors.adminsOnly() : errors.forbidden()
}

export type PersonInScope = Pick<Person, 'user_id' | 'organization_id' | 'lk_user_role_id'>

/** A person in the caller's organizations. Throws notFound. */
export async function selectPersonInScope(ctx: Ctx, user_id: number): Promise<PersonInScope> {
  const [row] = await ctx.sql<PersonInScope>`
    select user_id, organization_id, lk_user_role_id from identity.person
    where user_id = ${user_id} and deleted_at is null
      and organization_id = any(${ctx.sql.array(ctx.organization.scope)})`
  if (!row) throw errors.notFound()
  return row
}

const selfOrClient = (type: PermissionType): Policy => {
  const manager = staff(keysOf(type))
  return {
    ...manager,
    description: signedIn.description,
    gate: (actor) => signedIn.gate(actor) || (actor.kind === 'client' && manager.gate(actor)),
  }
}

type PersonInput = { user_id?: number | null }

/** Staff with the permission for the role of the person in `user_id`. */
export const managerOf = (type: PermissionType): Policy<{ user_id: number }> =>
  scoped(staff(keysOf(type)), "for the person's role, in their organizations", async (ctx, { user_id }) => {
    await selectManaged(ctx, user_id, type)
  })

/** Like `managerOf('UPDATE')`, for staff who may also change how others sign in. */
export const signInManager: Policy<{ user_id: number }> = scoped(
  staff('CHANGE_PASSWORD:UPDATE'),
  "with UPDATE for the person's role, in their organizations",
  async (ctx, { user_id }) => {
    await selectManaged(ctx, user_id, 'UPDATE')
  },
)

/** The person themselves (also without a `user_id`), or staff with the permission for their role. */
export const selfOrManagerOf = <I extends PersonInput>(type: PermissionType): Policy<I> =>
  selfOrManagerOfField<I>(type, ({ user_id }) => user_id)

/** Like `selfOrManagerOf`, for a call with another name for `user_id`. */
export const selfOrManagerOfField = <I>(type: PermissionType, find: (input: I) => PersonInput['user_id']): Policy<I> =>
  scoped<I>(selfOrClient(type), `for themselves, or staff with ${type} for the person's role`, async (ctx, input) => {
    const user_id = find(input)
    // A client has no record of its own.
    if (!user_id && ctx.actor.kind === 'client') throw errors.notFound()
    if (user_id && !isOwn(ctx, user_id)) await selectManaged(ctx, user_id, type)
  })

/** The person in a call with `selfOrManagerOf`. */
export const subjectOf = (ctx: Pick<Ctx, 'actor'>, { user_id }: PersonInput): number => user_id ?? userOf(ctx).user_id

/** `canManage` for a person by id. Throws notFound. */
export async function canManagePerson(ctx: Ctx, user_id: number, type: PermissionType): Promise<boolean> {
  return canManage(ctx, await selectPerson(ctx, user_id), type)
}
