import { saveForLater } from '#modules/checkout/cart/save-for-later.ts'
import { updateCartItem } from '#modules/checkout/cart/update-cart-item.ts'
import { applyTypedCode, forgetBuyer, readGuestCookie } from '#modules/checkout/entry.ts'
import { type PayBy, parsePayBy } from '#modules/checkout/payments/form/pay-by.shared.ts'
import { authorizePaypal } from '#modules/checkout/payments/paypal/authorize-paypal.ts'
import { processPayment } from '#modules/checkout/payments/process-payment.ts'
import { applyCode } from '#modules/checkout/promo-codes/apply-code.ts'
import { removeCode } from '#modules/checkout/promo-codes/remove-code.ts'
import { identityErrors } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { sentDay } from '#platform/typed-day.ts'
import type { SentForm } from '#platform/web/form.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { toReceipt } from './checkout-load.ts'
import { removeItem, undoRemoval } from './removed-item.tsx'

type Values = SentForm['values']
type Action = (ctx: Ctx, values: Values, guest_id: string | null) => Promise<PageRedirect>

const actions: Readonly<Record<string, Action>> = {
  async item(ctx, { cart_item_id = '', lk_shipping_type_id, audio_ind, email_asked, sendEmail }, guest_id) {
    const shipping = lk_shipping_type_id ? { lk_shipping_type_id } : {}
    const email = email_asked ? { sendEmail: sendEmail === '1' } : {}
    await updateCartItem.run(ctx, { cart_item_id, ...shipping, ...email, audio_ind: audio_ind === '1', guest_id })
    return redirect(pathTo('/checkout'))
  },
  async save(ctx, { cart_item_id = '', saved = '0' }, guest_id) {
    await saveForLater.run(ctx, { cart_item_id, saved: saved === '1', guest_id })
    return redirect(pathTo('/checkout'))
  },
  remove: removeItem,
  undo: undoRemoval,
  async promo(ctx, { code = '' }, guest_id) {
    await applyCode.run(ctx, { code, guest_id })
    return redirect(pathTo('/checkout'))
  },
  async 'promo-off'(ctx, { cart_item_id = '' }, guest_id) {
    await removeCode.run(ctx, { cart_item_id, guest_id })
    return redirect(pathTo('/checkout'))
  },
  async 'another-buyer'(ctx, _values, guest_id) {
    await forgetBuyer(ctx, guest_id)
    return redirect(pathTo('/checkout'))
  },
  pay,
}

/** Handles one of the checkout's forms; the page shows a refusal in its place. */
export async function submitCheckout(ctx: Ctx, { values }: SentForm, cookies: string | null): Promise<PageRedirect> {
  const guest_id = readGuestCookie(ctx.request.origin, cookies)
  const action = Object.hasOwn(actions, values.action ?? '') ? actions[values.action!] : undefined
  return action ? action(ctx, values, guest_id) : notFound()
}

async function pay(ctx: Ctx, values: Values, guest_id: string | null): Promise<PageRedirect> {
  const { intent_id = '', total = '', recaptchaToken, code = '' } = values
  await applyTypedCode(ctx, { code, intent_id, guest_id })
  const form = {
    intent_id,
    guest_id,
    recaptchaToken,
    student: values.firstName === undefined ? null : studentOf(values),
    agreement: agreementOf(values),
    shipping: values.address1 === undefined ? null : addressOf(values),
    billing: values['billing.address1'] === undefined ? null : addressOf(values, 'billing.'),
    sameAsShipping: values['billing.address1'] === undefined ? null : values.sameAsShipping === '1',
    dob: sentDay(values.dob, ctx.locale),
    dob_confirmed: isDobConfirmed(values),
  }
  const payBy = parsePayBy(values.pay_by)
  if (payBy.kind === 'paypal') {
    const { redirect: to } = await authorizePaypal.run(ctx, { ...form, amount: total }).catch(atField(ctx, values))
    return redirect(to!)
  }
  const result = await processPayment
    .run(ctx, { ...form, total, ...methodOf(payBy, values) })
    .catch(atField(ctx, values))
  const transaction = result.transactionResponse
  return transaction
    ? toReceipt(ctx, transaction.transId, result.token)
    : redirect(pathTo('/checkout', { query: { order: intent_id } }))
}

/** Shows a taken login id at its field, with a way to sign in. */
const atField =
  ({ locale }: Ctx, { loginid }: Values) =>
  (error: unknown): never => {
    const { loginidInUse } = identityErrors
    if (!(error instanceof Refusal) || error.kind.code !== loginidInUse.code) throw error
    const path = loginid ? 'student.loginid' : 'student.email'
    throw loginidInUse({}, { ...error.answer, sign_in: true }, [{ path, message: localize(locale, loginidInUse.text) }])
  }

/** A saved card, or the browser's token of a new one. */
export function methodOf(payBy: PayBy, { dataDescriptor, dataValue, saveCard }: Values) {
  if (payBy.kind === 'saved') return { payment_profile_id: payBy.payment_profile_id }
  return { creditCard: dataDescriptor && dataValue ? { dataDescriptor, dataValue, saveCard: saveCard === '1' } : null }
}

/** The checkbox value at the end of disclaimers that must be opened; beside visible texts it is '1'. */
export const openedAndAccepted = 'opened'

export const agreementOf = ({ accepted, typed, legal }: Values) => ({
  legal,
  accepted: accepted === '1' || accepted === openedAndAccepted,
  typed,
  opened: accepted === openedAndAccepted,
})

/** Named like the refused field's path, so that the error is shown here and not at the first number. */
export const secondPhone = {
  number: 'student.numbers.1.phone_number',
  type: 'student.numbers.1.lk_phone_number_type_id',
} as const

const studentOf = ({
  firstName,
  middleName = '',
  lastName,
  loginid = '',
  email = '',
  password = '',
  phone_number = '',
  [secondPhone.number]: second = '',
  [secondPhone.type]: type,
}: Values) => ({
  firstName: firstName ?? '',
  middleName,
  lastName: lastName ?? '',
  email,
  loginid,
  password,
  // Entered once, in a field that can show it.
  confirmPassword: password,
  numbers: [
    { phone_number, lk_phone_number_type_id: 2 },
    ...(second.trim() === '' ? [] : [{ phone_number: second, lk_phone_number_type_id: Number(type) || 1 }]),
  ],
})

/** The address fields whose names begin with the prefix. */
const addressOf = (values: Values, prefix = '') => ({
  address1: values[`${prefix}address1`],
  address2: values[`${prefix}address2`],
  city: values[`${prefix}city`],
  stateId: values[`${prefix}stateId`],
  zip: values[`${prefix}zip`],
})

/** Confirmed in a dialog, without scripts by a checkbox beside the date. */
export const isDobConfirmed = ({ dob_confirmed, dob_checked }: Values): boolean =>
  dob_confirmed === '1' || dob_checked === '1'
