import type { Policy } from '#platform/permissions.ts'

/** Visitors and students use carts; staff don't buy. */
export const shopper: Policy = {
  description: 'a visitor with their guest_id, or a Student with their own cart',
  gate: (actor) => actor.kind === 'anonymous' || (actor.kind === 'user' && actor.role === 'Student'),
}
