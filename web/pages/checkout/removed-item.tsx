import { addToCart } from '#modules/checkout/cart/add-to-cart.ts'
import { fetchCourse } from '#modules/checkout/cart/fetch-course.ts'
import { fetchItems } from '#modules/checkout/cart/fetch-items.ts'
import { removeFromCart } from '#modules/checkout/cart/remove-from-cart.ts'
import { guestCookie } from '#modules/checkout/entry.ts'
import { applyCode } from '#modules/checkout/promo-codes/apply-code.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { SentForm } from '#platform/web/form.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { words } from './checkout.texts.ts'

/** The choices of a removed course, as parameters of the address that offers to undo it. */
const choices = ['shipping', 'audio', 'email', 'code'] as const
type Choices = Partial<Record<(typeof choices)[number], string>>
export type RemovedCourse = { course_website_id: number; name: string } & Choices

type Values = SentForm['values']

/** Removes an item from the cart; the page's address keeps its choices and offers to undo it. */
export async function removeItem(
  ctx: Ctx,
  { cart_item_id = '' }: Values,
  guest_id: string | null,
): Promise<PageRedirect> {
  const { cartItems, savedItems, unavailableItems } = await fetchItems.run(ctx, { guest_id })
  const item = cartItems.find(({ id }) => String(id) === cart_item_id)
  await removeFromCart.run(ctx, { cart_item_id, guest_id })
  if (item?.bundled_cart_item_id != null) return redirectWith(localize(ctx.locale, words.leftOutNow))
  if (!item) {
    const { name = '' } = [...savedItems, ...unavailableItems].find(({ id }) => String(id) === cart_item_id) ?? {}
    return redirectWith(localize(ctx.locale, words.removed, { name }))
  }
  const query = new URLSearchParams({ removed: String(item.course_website_id), email: item.sendEmail ? '1' : '0' })
  if (item.lk_shipping_type_id) query.set('shipping', String(item.lk_shipping_type_id))
  if (item.audioSelected) query.set('audio', '1')
  if (item.promoCode) query.set('code', item.promoCode.code)
  return redirect(pathTo('/checkout', { query }))
}

const redirectWith = (text: string): PageRedirect => redirect(pathTo('/checkout'), { flash: { kind: 'success', text } })

/** Restores the course with its choices, and its promo code if still valid. */
export async function undoRemoval(ctx: Ctx, values: Values, guest_id: string | null): Promise<PageRedirect> {
  const { course_website_id = '', shipping, audio, email, code } = values
  const result = await addToCart.run(ctx, {
    course_website_id,
    guest_id,
    audio_ind: audio === '1',
    sendEmail: email !== '0',
    ...(shipping && { lk_shipping_type_id: shipping }),
  })
  if (code) await applyCode.run(ctx, { code, guest_id: result.guest_id }).catch(ignoreRefusal)
  return redirect(pathTo('/checkout'), {
    cookies: result.guest_id ? [guestCookie(ctx.request.origin, result.guest_id)] : [],
  })
}

function ignoreRefusal(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

type Query = Readonly<Record<string, string | undefined>>

/** The removed course in the address; null if it is not ours, or in the cart again. */
export async function findRemoved(
  ctx: Ctx,
  query: Query,
  inCart: readonly { course_website_id: number }[],
): Promise<RemovedCourse | null> {
  const course_website_id = /^[1-9]\d{0,8}$/.test(query.removed ?? '') ? Number(query.removed) : null
  if (course_website_id === null || inCart.some((item) => item.course_website_id === course_website_id)) return null
  const result = await fetchCourse.run(ctx, { course_website_id }).catch(ignoreRefusal)
  if (!result) return null
  const choice = choices.flatMap((name) => (query[name] ? [[name, query[name].slice(0, 40)]] : []))
  return { course_website_id, name: result.course.name, ...Object.fromEntries(choice) }
}

export function RemovedItem({ removed }: { removed: RemovedCourse }) {
  const t = useTexts(words)
  const { name, ...fields } = removed
  const undo = (
    <form method="post" action={pathTo('/checkout')}>
      <input type="hidden" name="action" value="undo" />
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <SubmitButton variant="outline" size="sm">
        {t('undo')}
      </SubmitButton>
    </form>
  )
  return (
    <div data-place="cart">
      <Alert variant="success" action={undo}>
        {t('removed', { name })}
      </Alert>
    </div>
  )
}
