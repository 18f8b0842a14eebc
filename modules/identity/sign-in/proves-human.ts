import type { Ctx } from '#platform/ctx.ts'
import { humanCheck } from './human-check.ts'

/**
 * Whether the person signing in passed the human check: undefined if none is configured, false if it was skipped.
 * Throws notHuman if it failed. Not inside a transaction.
 */
export async function provesHuman(ctx: Ctx, token: string): Promise<boolean | undefined> {
  const check = ctx.use(humanCheck)
  if (!check.site) return undefined
  if (!token) return false
  await check.require(ctx, { action: 'login', token })
  return true
}
