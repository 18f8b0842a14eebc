import { setTimeout as sleep } from 'node:timers/promises'
import { shopperOf } from '#modules/checkout/cart/guest.ts'
import { findOrderOfIntent, type Order } from '#modules/checkout/orders/order.sql.ts'
import { checkoutSettings } from '#modules/checkout/settings/settings.sql.ts'
import { humanCheck } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { looksLikeCardTesting } from './risk/card-testing.ts'

type PurchaseAttempt = {
  intent_id: string
  guest_id?: string | null | undefined
  recaptchaToken: string
  student?: { email: string } | null | undefined
}

/**
 * Programs test stolen cards, so a guest's payment requires the captcha if one is configured and the organization wants
 * it, and so does any payment after suspicious declines. Returns the assessment, null if none was required. Throws
 * notHuman, unless an equal request with the same token is already running.
 */
export async function requireHumanBuyer(ctx: Ctx, purchase: PurchaseAttempt): Promise<number | null> {
  const check = ctx.use(humanCheck)
  if (!check.site || !(await checkoutSettings(ctx)).captcha) return null
  const strict = await looksLikeCardTesting(ctx, purchase.intent_id)
  if (ctx.actor.kind !== 'anonymous' && !strict) return null
  const order = await findOrderOfCaller(ctx, purchase)
  if (hasPayment(order)) return null
  // A guest who was declined already has an account, regardless of the form. A signed-in student's is known.
  const email = ctx.actor.kind === 'anonymous' ? (order?.email ?? purchase.student?.email) : undefined
  try {
    return await check.require(ctx, { action: 'checkout', token: purchase.recaptchaToken, email, strict })
  } catch (error) {
    if (error instanceof Refusal && purchase.recaptchaToken && (await hasStarted(ctx, purchase))) return null
    throw error
  }
}

const findOrderOfCaller = (ctx: Ctx, { intent_id, guest_id }: PurchaseAttempt) =>
  findOrderOfIntent(ctx, intent_id, shopperOf(ctx, guest_id))

const hasPayment = (order: Order | null): boolean => Boolean(order?.paid_at || order?.state)

/** A second click uses the first one's token; it waits briefly for that one to start. */
async function hasStarted(ctx: Ctx, purchase: PurchaseAttempt): Promise<boolean> {
  for (const wait_ms of [0, 300, 1_000]) {
    await sleep(wait_ms)
    if (hasPayment(await findOrderOfCaller(ctx, purchase))) return true
  }
  return false
}
