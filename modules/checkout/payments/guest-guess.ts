import { asGuess } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'

/**
 * Begins a payment. A guest's makes an account, and fails where the address has one: that is a guess, and counted like every
 * other. Those of a session tell nothing.
 */
export function asGuestGuess<T>(
  ctx: Ctx,
  { student }: { student?: object | null | undefined },
  begin: (tells?: () => void) => Promise<T>,
  asking: { human: boolean },
): Promise<T> {
  return ctx.actor.kind === 'anonymous' && student ? asGuess(ctx, begin, asking) : begin()
}
