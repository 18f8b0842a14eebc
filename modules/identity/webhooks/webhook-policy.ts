import { eventPermissions } from '#platform/events/event-types.ts'
import { admin, either, type Policy, requireVisited } from '#platform/permissions.ts'

const keys: readonly string[] = eventPermissions

/** A client that may read events manages its own endpoints. */
const ownEndpoints: Policy = {
  description: `a client with ${eventPermissions.join(' or ')}, for its own endpoints`,
  gate: (actor) => actor.kind === 'client' && keys.some((key) => actor.permissions.has(key)),
  keys: { combine: 'any', list: eventPermissions },
}

const adminOfVisited: Policy = {
  ...admin,
  description: 'Admin, for the visited organization',
  scope: async (ctx) => requireVisited(ctx),
}

/** Admins for all clients of the organization, and clients for themselves. */
export const managesWebhooks: Policy = either(adminOfVisited, ownEndpoints)
