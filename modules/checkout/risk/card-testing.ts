import type { Ctx } from '../../../platform/ctx.ts'
import { checkoutErrors } from '../errors.ts'
import { countDeclines, type Declines } from './declines.sql.ts'

/** From here on nobody passes without the captcha, and its score must be higher. */
const suspicious: Declines = { of_intent: 2, of_account: 2, of_device: 2, of_address: 3, of_network: 10 }
/** From here on nothing is tried for the rest of the day. */
const stopped: Declines = { of_intent: 3, of_account: 5, of_device: 5, of_address: 10, of_network: 30 }

const reaches = (declines: Declines, limits: Declines): boolean =>
  (Object.keys(limits) as (keyof Declines)[]).some((name) => declines[name] >= limits[name])

/** Whether the caller's declines are more than a buyer with a wrong card has. */
export async function looksLikeCardTesting(ctx: Ctx, intent_id: string | null): Promise<boolean> {
  const user_id = ctx.actor.kind === 'user' ? ctx.actor.user_id : null
  return reaches(await countDeclines(ctx, { intent_id, user_id }), suspicious)
}

/** Throws tooManyDeclines: stolen cards are tried out in checkouts, from many carts, accounts and addresses. */
export async function requireFewDeclines(ctx: Ctx, intent_id: string, user_id: number | null = null): Promise<void> {
  if (reaches(await countDeclines(ctx, { intent_id, user_id }), stopped)) throw checkoutErrors.tooManyDeclines()
}
