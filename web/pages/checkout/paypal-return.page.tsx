import { placeGuestOrder, placeOrder, readGuestCookie, shopper } from '../../../modules/checkout/index.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { Refusal } from '../../../platform/errors.ts'
import { pick } from '../../../platform/texts.ts'
import { type Leave, redirect } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { words } from './checkout.texts.ts'
import { toReceipt } from './checkout-load.ts'
import { walletWords } from './wallet.texts.ts'

type Query = Readonly<Record<string, string | undefined>>

/**
 * Where PayPal sends buyers back to. Nobody can be made to pay by a link to here: it takes only what the holder of this
 * very cart has approved at PayPal, and once.
 */
export default page({
  address: '/checkout/paypal',
  title: words.title,
  may: shopper,
  cart: false,
  referrer: 'none',
  load: ({ ctx, query, request }) => comeBack(ctx, query, request.headers.get('cookie')),
  view: () => null,
})

async function comeBack(ctx: Ctx, query: Query, cookies: string | null): Promise<Leave> {
  const { intent = '', token, order } = query
  const back = /^\d{1,10}$/.test(order ?? '') ? `/checkout/order/${order}` : '/checkout'
  if (query.cancelled) return away(back, 'info', pick(ctx.locale, walletWords.cancelled))
  const place = { intent_id: intent, wallet_order_id: token, payer_id: query.PayerID }
  try {
    const guest_id = readGuestCookie(ctx.request.origin, cookies)
    const answer =
      ctx.actor.kind === 'user'
        ? await placeOrder.run(ctx, place)
        : await placeGuestOrder.run(ctx, { ...place, guest_id })
    const paid = answer.transactionResponse
    if (paid) return toReceipt(ctx, paid.transId, answer.token)
    return redirect(order ? back : `/checkout?order=${intent}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const known = error.kind.code === 'PAYMENT_DECLINED' ? walletWords.declined : error.kind.text
    return away(back, 'error', pick(ctx.locale, known))
  }
}

const away = (to: string, kind: 'info' | 'error', text: string): Leave => redirect(to, { flash: { kind, text } })
