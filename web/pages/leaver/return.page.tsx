import { readGuestCookie, returnToCart, selectEmail } from '#modules/checkout/entry.ts'
import { leaverTexts } from '#modules/checkout/leaver/leaver.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { page } from '#platform/web/page.ts'
import { redirect, signIn } from '#platform/web/page-redirect.ts'

/** A reminder's button: leads to the visitor's own cart, with the offered code if still valid. */
export default page({
  address: '/checkout/return/:reference{[0-9a-f-]{36}}',
  title: leaverTexts.toCart,
  may: anyone,
  referrer: 'none',
  async load({ ctx, params, url, request }) {
    const { owner_has_account } = await selectEmail(ctx, params.reference)
    if (ctx.actor.kind === 'anonymous' && owner_has_account) return signIn(url.pathname)
    const guest_id = readGuestCookie(ctx.request.origin, request.headers.get('cookie'))
    const applied = await returnToCart(ctx, guest_id)
    const text = localize(ctx.locale, leaverTexts.applied)
    return redirect(pathTo('/checkout'), { status: 302, ...(applied && { flash: { kind: 'success', text } }) })
  },
  view: () => null,
})
