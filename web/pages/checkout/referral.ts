import { addToCart } from '#modules/checkout/cart/add-to-cart.ts'
import { guestCookie, storeReferrer } from '#modules/checkout/entry.ts'
import { checkoutErrors } from '#modules/checkout/index.ts'
import { applyCode } from '#modules/checkout/promo-codes/apply-code.ts'
import { readReferral, referralCookie, referralOf } from '#modules/identity/entry.ts'
import type { Referral } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { decodeId, encodeId } from '#platform/ids.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { words } from './checkout.texts.ts'
import { flashOf } from './refusals.ts'

/** The course of `?course=`: an encoded id of our own links, or `id:1001` of a partner's. Null for any other text. */
export function linkedCourseId(course: string): number | null {
  const [, plain] = /^id:([1-9]\d{0,8})$/.exec(course) ?? []
  return plain ? Number(plain) : decodeId(course)
}

/** A link of a partner's page also names who is credited with the sale, as `/login?administrator=…` does. */
type CartLink = Readonly<Partial<Record<'course' | 'code' | 'administrator' | 'instructor', string | undefined>>>

/**
 * Applies links: the course of `?course=` and those of a stored staff link are added to the cart once, the promo code
 * of `&code=` is applied, and the link's author is recorded. Null if there is nothing to do.
 */
export async function takeReferral(
  ctx: Ctx,
  { course, code, administrator, instructor }: CartLink,
  cookies: string | null,
  guest_id: string | null,
): Promise<PageRedirect | null> {
  const referral = referralOf({ administrator, instructor }) ?? readReferral(ctx.request.origin, cookies)
  const courseIds = [...(course ? [linkedCourseId(course)] : []), ...(referral?.cart ?? [])]
  if (courseIds.length === 0) {
    await storeReferrer(ctx, referral, guest_id)
    return null
  }
  const filledCart = await fill(ctx, courseIds, guest_id)
  await storeReferrer(ctx, referral, filledCart.guest_id)
  // `code` without a course belongs to the address of an undone removal.
  if (course && code && !filledCart.flash) filledCart.flash = await applyLinkedCode(ctx, code, filledCart.guest_id)
  const newCookies = [
    ...(filledCart.guest_id ? [guestCookie(ctx.request.origin, filledCart.guest_id)] : []),
    ...(referral && referral.cart.length > 0 ? [withoutCourses(ctx, referral)] : []),
  ]
  return redirect(pathTo('/checkout'), { cookies: newCookies, ...(filledCart.flash && { flash: filledCart.flash }) })
}

type FilledCart = { guest_id: string | null; flash: ReturnType<typeof flashOf> | null }

/** A course already in the cart is fine; for the others the first refusal is shown. */
async function fill(ctx: Ctx, courseIds: readonly (number | null)[], guest_id: string | null): Promise<FilledCart> {
  const filledCart: FilledCart = { guest_id, flash: null }
  for (const course_website_id of courseIds) {
    if (course_website_id === null) {
      filledCart.flash ??= unknownCourse(ctx)
      continue
    }
    try {
      const result = await addToCart.run(ctx, { course_website_id, guest_id: filledCart.guest_id })
      filledCart.guest_id = result.guest_id ?? filledCart.guest_id
    } catch (error) {
      filledCart.flash ??= flashFor(ctx, error)
    }
  }
  return filledCart
}

/** The refusal of a code, if it is refused; the courses stay in the cart. */
async function applyLinkedCode(ctx: Ctx, code: string, guest_id: string | null): Promise<FilledCart['flash']> {
  try {
    await applyCode.run(ctx, { code: code.slice(0, 60), guest_id })
    return null
  } catch (error) {
    return flashOf(error, ctx)
  }
}

function flashFor(ctx: Ctx, error: unknown): FilledCart['flash'] {
  const code = error instanceof Refusal ? error.kind.code : null
  if (code === checkoutErrors.inCart.code) return null
  return code === 'NOT_FOUND' ? unknownCourse(ctx) : flashOf(error, ctx)
}

const unknownCourse = ({ locale }: Ctx) => ({ kind: 'error' as const, text: localize(locale, words.unknownCourse) })

/** The link's courses are in the cart now; removed ones stay removed. */
function withoutCourses({ request }: Ctx, { referrer }: Referral): string {
  return referralCookie(request.origin, referrer ? { [referrer.role]: encodeId(referrer.user_id) } : {})
}
