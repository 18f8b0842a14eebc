import type { Policy } from '../../platform/permissions.ts'

/** Visitors and students fill carts; staff do not buy. */
export const shopper: Policy = {
  says: 'a visitor with their guest_id, or a Student with their own cart',
  gate: (actor) => actor.kind === 'anonymous' || (actor.kind === 'user' && actor.role === 'Student'),
}

/** Like `shopper`, but money is never spent by staff who look at somebody's account. */
export const payer: Policy = {
  says: `${shopper.says}, not while viewed by staff`,
  gate: (actor) => shopper.gate(actor) && !(actor.kind === 'user' && actor.viewed_by !== null),
}
