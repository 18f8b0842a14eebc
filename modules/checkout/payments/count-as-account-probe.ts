import { asGuess } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'

/**
 * Starts a payment. A guest's payment creates an account and fails if the address already has one, so it counts as a
 * guess. A payment by a signed-in person reveals nothing.
 */
export function countAsAccountProbe<T>(
  ctx: Ctx,
  { student }: { student?: object | null | undefined },
  begin: (beforeAccountLookup?: () => void) => Promise<T>,
  options: { human: boolean },
): Promise<T> {
  return ctx.actor.kind === 'anonymous' && student ? asGuess(ctx, begin, options) : begin()
}
