import { findCart } from '#modules/checkout/cart/cart.sql.ts'
import { shopperOf } from '#modules/checkout/cart/guest.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { localize } from '#platform/texts.ts'
import { applyCode } from './apply-code.ts'
import { promoTexts } from './promo-code.texts.ts'

type TypedCode = { code: string; intent_id: string; guest_id: string | null }

/**
 * Called when a buyer pays with a code typed but not applied. Applies the code and refuses the payment, because its
 * total has changed: throws promoApplied, or the code's own error at its field. Does nothing while a payment is
 * running.
 */
export async function applyTypedCode(ctx: Ctx, { code, intent_id, guest_id }: TypedCode): Promise<void> {
  if (code.trim() === '') return
  const cart = await findCart(ctx, shopperOf(ctx, guest_id))
  if (cart?.intent_id !== intent_id) return
  const updatedCart = await applyCode.run(ctx, { code, guest_id }).catch((error) => {
    if (!(error instanceof Refusal)) throw error
    if (error.kind.code === checkoutErrors.paymentRunning.code) return null
    throw withFieldIssue(ctx, error)
  })
  if (!updatedCart) return
  const total = formatMoney(toCents(updatedCart.total), ctx.locale)
  throw checkoutErrors.promoApplied({ code: code.trim().toUpperCase(), total }, { promo_applied: true })
}

function withFieldIssue({ locale }: Ctx, { kind, params, answer }: Refusal): Refusal {
  const reason = localize(locale, kind.text, params).replace(/\.?$/, '.')
  const message = `${reason} ${localize(locale, promoTexts.notCharged)}`
  return new Refusal(kind, params, answer, [{ path: 'code', message }])
}
