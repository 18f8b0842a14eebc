import { Fragment } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import type { ViewInput } from '#platform/web/page.ts'
import type { Checkout } from './checkout-load.ts'

type Fields = Readonly<Record<string, string | number>>

/** The forms of the items, the promo code and a guest's name; controls refer to them, since forms can't be nested. */
export function SmallForms({ data: { cart, buyer }, input: { form, frame } }: { data: Checkout; input: ViewInput }) {
  const { email = '', loginid } = form.values
  return (
    <div hidden>
      {cart.cartItems.map(({ id, promoCode }) => (
        <Fragment key={id}>
          <SmallForm id={`item-${id}`} action="item" fields={{ cart_item_id: id }} />
          <SmallForm id={`save-${id}`} action="save" fields={{ cart_item_id: id, saved: 1 }} />
          <SmallForm id={`remove-${id}`} action="remove" fields={{ cart_item_id: id }} />
          {promoCode && <SmallForm id={`promo-off-${id}`} action="promo-off" fields={{ cart_item_id: id }} />}
        </Fragment>
      ))}
      {cart.leftOutItems.map(({ id }) => (
        <SmallForm key={id} id={`include-${id}`} action="save" fields={{ cart_item_id: id }} />
      ))}
      <SmallForm id="promo" action="promo" />
      {buyer && !buyer.signed_in && <SmallForm id="another-buyer" action="another-buyer" />}
      {form.answer.sign_in === true && (
        <form
          id="sign-in"
          method="post"
          action={pathTo('/login', { query: { redirect: withCarriedParams(frame, pathTo('/checkout')) } })}
        >
          <input type="hidden" name="loginid" value={loginid || email} />
        </form>
      )}
    </div>
  )
}

/** A form of hidden fields. */
function SmallForm({ id, action, fields = {} }: { id: string; action: string; fields?: Fields }) {
  return (
    <form id={id} method="post" action={pathTo('/checkout')}>
      <input type="hidden" name="action" value={action} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  )
}
