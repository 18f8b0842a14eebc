import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../../platform/ctx.ts'
import { Refusal } from '../../../platform/errors.ts'
import { humanCheck } from '../../identity/index.ts'
import { shopperOf } from '../cart/guest.ts'
import { findOrderOfIntent } from '../orders/order.sql.ts'
import { checkoutSettings } from '../settings/settings.sql.ts'

type Buying = { intent_id: string; guest_id?: string | null | undefined; recaptchaToken: string }

/**
 * Stolen cards are tried out by programs: a guest's payment passes the captcha where one is configured and the
 * organization wants it. Throws notHuman, unless an equal request has brought the same token and is at work by now.
 */
export async function requireHumanBuyer(ctx: Ctx, buying: Buying): Promise<void> {
  if (ctx.actor.kind !== 'anonymous' || !(await checkoutSettings(ctx)).captcha) return
  if (await isUnderWay(ctx, buying)) return
  try {
    await ctx.use(humanCheck).require(ctx, { action: 'checkout', token: buying.recaptchaToken })
  } catch (error) {
    if (error instanceof Refusal && buying.recaptchaToken && (await startsMeanwhile(ctx, buying))) return
    throw error
  }
}

async function isUnderWay(ctx: Ctx, { intent_id, guest_id }: Buying): Promise<boolean> {
  const order = await findOrderOfIntent(ctx, intent_id, shopperOf(ctx, guest_id))
  return Boolean(order?.paid_at || order?.state)
}

/** A second press spends the token of the first one; it waits a moment for that one to begin. */
async function startsMeanwhile(ctx: Ctx, buying: Buying): Promise<boolean> {
  for (const wait_ms of [0, 300, 1_000]) {
    await sleep(wait_ms)
    if (await isUnderWay(ctx, buying)) return true
  }
  return false
}
