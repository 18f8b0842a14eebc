import { fetchRelated } from '#modules/checkout/cart/fetch-related.ts'
import {
  type CheckoutStep,
  type CheckoutVisit,
  checkoutSettings,
  checkoutStep,
  claimOrder,
  guestCookie,
  type LegalTexts,
  listOpenOrders,
  localizeLegalTexts,
  mergeGuestCart,
  type OfferedCourse,
  type OpenOrder,
  readGuestCookie,
  visitCheckout,
} from '#modules/checkout/entry.ts'
import { checkoutErrors } from '#modules/checkout/index.ts'
import { sessionCookie } from '#modules/identity/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { isViewing } from '#platform/viewing.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { words } from './checkout.texts.ts'
import { type CourseLink, findLinked } from './linked-course.tsx'
import { takeReferral } from './referral.ts'
import { findRemoved, type RemovedCourse } from './removed-item.tsx'

export type Checkout = CheckoutStep & {
  returning: boolean
  leaver: CheckoutVisit
  related: OfferedCourse[]
  /** The student's orders awaiting payment. */
  open_orders: OpenOrder[]
  /** The course of a link that no one has visited yet. */
  linked: CourseLink | null
  /** The just removed course, for undo. */
  removed: RemovedCourse | null
  /** The organization's own texts; null: the product's. */
  legal: LegalTexts
}
type Query = Readonly<Record<string, string | undefined>>

/**
 * The checkout's data, or the page to go to first. Referrals, sign-ins and late receipts change the cart; a referral
 * does so only for a visit by a person (`visited`), so that crawlers fill no carts.
 */
export async function loadCheckout(
  ctx: Ctx,
  query: Query,
  cookies: string | null,
  visited = true,
): Promise<Checkout | PageRedirect> {
  const guest_id = readGuestCookie(ctx.request.origin, cookies)
  // During a view the browser's cart belongs to the staff member.
  if (ctx.actor.kind === 'user' && guest_id && !isViewing(ctx.actor)) {
    const leave = await moveGuestCart(ctx, guest_id, ctx.actor.user_id)
    if (leave) return leave
  }
  if (query.order) return findOutcome(ctx, query.order, guest_id)
  const pageRedirect = visited ? await takeReferral(ctx, query, cookies, guest_id) : null
  if (pageRedirect) return pageRedirect
  const [step, leaver] = await Promise.all([showStep(ctx, guest_id), visitCheckout(ctx, cookies)])
  const [courseLink, removedCourse] = await Promise.all([
    visited ? null : findLinked(ctx, query.course, step.cart.cartItems),
    findRemoved(ctx, query, step.cart.cartItems),
  ])
  return {
    ...step,
    linked: courseLink,
    removed: removedCourse,
    returning: query.tab === 'returning' && step.buyer === null,
    leaver,
  }
}

type Step = Omit<Checkout, 'returning' | 'leaver' | 'linked' | 'removed'>

const nothingElse = {
  linked: null,
  removed: null,
  returning: false,
  leaver: { offer: null, sends_reminder: false },
} as const

/** The step with its surroundings. */
async function showStep(ctx: Ctx, guest_id: string | null): Promise<Step> {
  const [step, { related }, open_orders, settings] = await Promise.all([
    checkoutStep(ctx, guest_id),
    fetchRelated.run(ctx, { guest_id }),
    ctx.actor.kind === 'user' ? listOpenOrders(ctx, ctx.actor.user_id) : [],
    checkoutSettings(ctx),
  ])
  return { ...step, related, open_orders, legal: localizeLegalTexts(settings, ctx.locale) }
}

/** After sign-in the guest's courses are moved to the student. While one is being paid, the guest's cart stays. */
async function moveGuestCart(ctx: Ctx, guest_id: string, user_id: number): Promise<PageRedirect | null> {
  try {
    await mergeGuestCart(ctx, guest_id, user_id)
  } catch (error) {
    if (error instanceof Refusal && error.kind.code === checkoutErrors.paymentRunning.code) return null
    throw error
  }
  return redirect(pathTo('/checkout'), { cookies: [guestCookie(ctx.request.origin, null)] })
}

/** Whether an address parameter can be a payment's intent. */
export const isIntent = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '')

/** A payment that was being confirmed: leads to its receipt, once it is paid. */
async function findOutcome(ctx: Ctx, intent_id: string, guest_id: string | null): Promise<Checkout | PageRedirect> {
  const order = isIntent(intent_id) ? await claimOrder(ctx, intent_id, guest_id) : null
  if (order) return toReceipt(ctx, order.transaction_id, order.token)
  const step = await showStep(ctx, guest_id)
  if (step.pending) return { ...step, ...nothingElse }
  return redirect(pathTo('/checkout'), { flash: { kind: 'error', text: localize(ctx.locale, words.refused) } })
}

/** Leads to the receipt; a guest with a new student account is signed in on the way. */
export function toReceipt(ctx: Ctx, transaction_id: string, token: string | null): PageRedirect {
  const { origin } = ctx.request
  const cookies = token ? [sessionCookie(origin, token), guestCookie(origin, null)] : []
  return redirect(pathTo('/checkout/success/:transactionId', { transactionId: transaction_id }), { cookies })
}
