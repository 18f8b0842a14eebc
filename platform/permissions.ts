import type { Actor, ClientActor, UserActor } from './actor.ts'
import type { Ctx } from './ctx.ts'
import { errors } from './errors.ts'

export type PermissionType = 'CREATE' | 'READ' | 'UPDATE' | 'DELETE'
/** NAME:TYPE, for example MANAGE_STUDENTS:READ. */
export type PermissionKey = `${string}:${PermissionType}`

/**
 * The access rule of an operation. The gate checks the actor alone, before the input is read; the scope checks the
 * record and throws `notFound` (never `forbidden`) for one out of reach.
 */
export type Policy<I = unknown> = {
  /** The rule in words, shown in the OpenAPI document. */
  readonly description: string
  readonly gate: (actor: Actor) => boolean
  readonly scope?: (ctx: Ctx, input: I) => Promise<void>
  /** Open to auditors, too: every other policy refuses them, whatever its gate says. */
  readonly auditors?: true
  /** Open to clients, too: every other policy refuses them, whatever its gate says. */
  readonly clients?: true
  /** The permissions that its gate requires: any of them, or all. */
  readonly keys?: { readonly combine: 'any' | 'every'; readonly list: readonly PermissionKey[] }
  /**
   * Covers the visited organization as a whole: `notFound` for an instructor who is assigned to other organizations
   * only.
   */
  readonly ofVisited?: true
}

const isUser = (actor: Actor): actor is UserActor => actor.kind === 'user'
/** An outside auditor, who may read only what an Admin has invited them to read. */
export const isAuditor = (actor: Actor): boolean => isUser(actor) && actor.role === 'Auditor'
const isClient = (actor: Actor): actor is ClientActor => actor.kind === 'client'
const isStaff = (actor: Actor) => isUser(actor) && actor.role !== 'Student' && !isAuditor(actor)

/** Anyone, signed in or not. */
export const anyone: Policy = { description: 'anyone', gate: () => true }
export const signedIn: Policy = { description: 'any signed-in user', gate: (actor) => isUser(actor) }
export const student: Policy = { description: 'Student', gate: (actor) => isUser(actor) && actor.role === 'Student' }
export const admin: Policy = { description: 'Admin', gate: (actor) => isUser(actor) && actor.role === 'Admin' }

export const auditor: Policy = { description: 'Auditor', gate: isAuditor, auditors: true }
/** The same policy, but open to auditors: for signing out, their name and language, and the legal pages. */
export const alsoAuditors = <I>(policy: Policy<I>): Policy<I> => ({
  ...policy,
  description: `${policy.description}, also an Auditor`,
  auditors: true,
})

/** Whether a policy admits the actor; auditors only if it allows them. */
const admits = ({ gate, auditors }: Pick<Policy, 'gate' | 'auditors'>, actor: Actor): boolean =>
  gate(actor) && (auditors === true || !isAuditor(actor))

/**
 * Staff who hold any (or, with `every`, all) of the keys, and clients that hold them. A Student always fails, and so
 * does a client if no key is required.
 */
export function staff(keys: PermissionKey | readonly PermissionKey[] = [], combine: 'any' | 'every' = 'any'): Policy {
  const required = typeof keys === 'string' ? [keys] : keys
  const holdsKeys = (actor: UserActor | ClientActor) =>
    required.length === 0 ||
    (combine === 'any'
      ? required.some((k) => actor.permissions.has(k))
      : required.every((k) => actor.permissions.has(k)))
  return {
    description: required.length === 0 ? 'staff' : `staff with ${required.join(combine === 'any' ? ' or ' : ' and ')}`,
    gate: (actor) =>
      (isStaff(actor) && holdsKeys(actor as UserActor)) || (isClient(actor) && required.length > 0 && holdsKeys(actor)),
    ...(required.length > 0 && { keys: { combine, list: required } }),
  }
}

/** A policy for clients alone: for acts that a person with the permission may not do themselves. */
export const onlyClients = (policy: Policy): Policy => ({
  ...policy,
  description: policy.description.replace('staff', 'a client'),
  gate: (actor) => isClient(actor) && policy.gate(actor),
})

/** Either of the policies; the scope is that of the first one whose gate admits the actor. */
export function either<I>(...policies: Policy<I>[]): Policy<I> {
  const keys = policies.find((policy) => policy.keys)?.keys
  return {
    description: policies.map((policy) => policy.description).join(', or '),
    gate: (actor) => policies.some((policy) => admits(policy, actor)),
    scope: async (ctx, input) => policies.find((policy) => admits(policy, ctx.actor))?.scope?.(ctx, input),
    ...(policies.some(({ auditors }) => auditors) && { auditors: true }),
    ...(keys && { keys }),
  }
}

/** A policy narrowed to records: `scope` throws `errors.notFound()` for a record out of reach. */
export function scoped<I>(policy: Policy, limitation: string, scope: NonNullable<Policy<I>['scope']>): Policy<I> {
  return { ...policy, description: `${policy.description}, ${limitation}`, scope }
}

/** False for an instructor whose assigned organizations don't include the visited one. */
export const worksForVisited = ({ organization }: Pick<Ctx, 'organization'>): boolean =>
  organization.scope.includes(organization.organization_id)

/** Throws notFound for an instructor whose assigned organizations don't include the visited one. */
export function requireVisited(ctx: Pick<Ctx, 'organization'>): void {
  if (!worksForVisited(ctx)) throw errors.notFound()
}

/** The policy for records of the visited organization as a whole, which must be one of the caller's. */
export const ofVisited = (policy: Policy): Policy => ({
  ...policy,
  description: `${policy.description}, for the visited organization`,
  ofVisited: true,
})

/** Throws 401 for a visitor, and 403 for anyone else whom the policy does not admit. */
export function requireGate(policy: Pick<Policy, 'gate' | 'auditors' | 'clients'>, actor: Actor): void {
  if (admits(policy, actor) && (policy.clients === true || !isClient(actor))) return
  throw actor.kind === 'anonymous' ? errors.unauthenticated() : errors.forbidden()
}

/**
 * The signed-in user; for operations whose gate admits only users. The context of an operation that is open to clients
 * is not accepted here; such operations use `personIdOf` and `clientIdOf`.
 */
export function userOf(ctx: Pick<Ctx, 'actor'> & { readonly openToClients?: never }): UserActor {
  if (ctx.actor.kind !== 'user') throw errors.unauthenticated()
  return ctx.actor
}

/** The id of the acting person; null for a client, which the audit log names instead. */
export const personIdOf = ({ actor }: Pick<Ctx, 'actor'>): number | null =>
  actor.kind === 'client' ? null : userOf({ actor }).user_id

/** The id of the acting client; null for a person. */
export const clientIdOf = ({ actor }: Pick<Ctx, 'actor'>): number | null =>
  actor.kind === 'client' ? actor.client_id : null

/** The organization that the acting person or client belongs to. */
export const ownOrganizationOf = ({ actor }: Pick<Ctx, 'actor'>): number =>
  actor.kind === 'client' ? actor.organization_id : userOf({ actor }).organization_id

/** Whether the actor holds a permission for the visited organization as a whole; decides what pages offer. */
export const holdsForVisited = (ctx: Pick<Ctx, 'actor' | 'organization'>, key: PermissionKey): boolean =>
  holds(ctx.actor, key) && worksForVisited(ctx)

/** Whether the actor holds a permission; for `can` in responses, never as a substitute for a policy. */
export function holds(actor: Actor, key: PermissionKey): boolean {
  return staff(key).gate(actor)
}
