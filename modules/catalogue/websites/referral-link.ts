import type { Ctx } from '#platform/ctx.ts'
import { encodeId, encodeIds } from '#platform/ids.ts'
import { pathTo } from '#platform/path-to.ts'
import { siteUrlPort } from '#platform/ports.ts'

/** The link that puts a course into its visitor's cart (`https://ssd.…/checkout?course=…`), and its encoded id. */
export function buildReferral(ctx: Pick<Ctx, 'use'>, code: string, course_website_id: number) {
  const encoded = encodeId(course_website_id)
  return { encoded, referral_link: ctx.use(siteUrlPort)(code, pathTo('/checkout', { query: { course: encoded } })) }
}

type Referral = { cart: readonly number[]; role: 'administrator' | 'instructor'; user_id: number }

/** The link that credits staff with a sale: `…/login?cart=…&administrator=…`. It grants no rights. */
export function staffLink(ctx: Pick<Ctx, 'use'>, code: string, { cart, role, user_id }: Referral): string {
  const query = new URLSearchParams({ ...(cart.length > 0 && { cart: encodeIds(cart) }), [role]: encodeId(user_id) })
  return ctx.use(siteUrlPort)(code, pathTo('/login', { query }))
}
