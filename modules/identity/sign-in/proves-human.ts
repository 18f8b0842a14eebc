import type { Ctx } from '#platform/ctx.ts'
import { humanCheck } from './human-check.ts'

/**
 * Whether someone who signs in has shown to be no program: undefined where no one is asked, false where they may be
 * asked and brought nothing. Throws notHuman for a check that was not passed. Not inside a transaction.
 */
export async function provesHuman(ctx: Ctx, token: string): Promise<boolean | undefined> {
  const check = ctx.use(humanCheck)
  if (!check.site) return undefined
  if (!token) return false
  await check.require(ctx, { action: 'login', token })
  return true
}
