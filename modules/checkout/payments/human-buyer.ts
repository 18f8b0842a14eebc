import { setTimeout as sleep } from 'node:timers/promises'
import { shopperOf } from '#modules/checkout/cart/guest.ts'
import { findOrderOfIntent, type Order } from '#modules/checkout/orders/order.sql.ts'
import { checkoutSettings } from '#modules/checkout/settings/settings.sql.ts'
import { humanCheck } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { looksLikeCardTesting } from './risk/card-testing.ts'

type Buying = {
  intent_id: string
  guest_id?: string | null | undefined
  recaptchaToken: string
  student?: { email: string } | null | undefined
}

/**
 * Stolen cards are tried out by programs: a guest's payment passes the captcha where one is configured and the
 * organization wants it, and so does anybody's after declines like those of a program. Answers the assessment, null where
 * no one was asked. Throws notHuman, unless an equal request has brought the same token and is at work by now.
 */
export async function requireHumanBuyer(ctx: Ctx, buying: Buying): Promise<number | null> {
  const check = ctx.use(humanCheck)
  if (!check.site || !(await checkoutSettings(ctx)).captcha) return null
  const strict = await looksLikeCardTesting(ctx, buying.intent_id)
  if (ctx.actor.kind !== 'anonymous' && !strict) return null
  const order = await findOwn(ctx, buying)
  if (isUnderWay(order)) return null
  // A guest who was declined already has an account, regardless of the form. A signed-in student's is known.
  const email = ctx.actor.kind === 'anonymous' ? (order?.email ?? buying.student?.email) : undefined
  try {
    return await check.require(ctx, { action: 'checkout', token: buying.recaptchaToken, email, strict })
  } catch (error) {
    if (error instanceof Refusal && buying.recaptchaToken && (await startsMeanwhile(ctx, buying))) return null
    throw error
  }
}

const findOwn = (ctx: Ctx, { intent_id, guest_id }: Buying) =>
  findOrderOfIntent(ctx, intent_id, shopperOf(ctx, guest_id))

const isUnderWay = (order: Order | null): boolean => Boolean(order?.paid_at || order?.state)

/** A second press spends the token of the first one; it waits a moment for that one to begin. */
async function startsMeanwhile(ctx: Ctx, buying: Buying): Promise<boolean> {
  for (const wait_ms of [0, 300, 1_000]) {
    await sleep(wait_ms)
    if (isUnderWay(await findOwn(ctx, buying))) return true
  }
  return false
}
