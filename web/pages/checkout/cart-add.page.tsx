import { addToCart } from '#modules/checkout/cart/add-to-cart.ts'
import { guestCookie, readGuestCookie, shopper } from '#modules/checkout/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { words } from './checkout.texts.ts'
import { flashOf } from './refusals.ts'

/** Handles a course page's form; there is no content. */
export default page({
  address: '/cart/add',
  title: words.title,
  may: shopper,
  load: () => redirect(pathTo('/checkout'), { status: 302 }),
  async submit({ ctx, form, request }) {
    const { origin } = ctx.request
    const guest_id = readGuestCookie(origin, request.headers.get('cookie'))
    const { course_website_id = '', audio_ind = '0' } = form.values
    try {
      const result = await addToCart.run(ctx, { course_website_id, audio_ind, guest_id })
      return redirect(pathTo('/checkout'), { cookies: result.guest_id ? [guestCookie(origin, result.guest_id)] : [] })
    } catch (error) {
      return redirect(pathTo('/checkout'), { flash: flashOf(error, ctx) })
    }
  },
  view: () => null,
})
