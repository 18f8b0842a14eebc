import { saveCheckoutSettings } from '#modules/checkout/settings/save-checkout-settings.ts'
import { withPoint } from '#platform/money.ts'
import { wordsUnder } from '#web/pages/manage/settings/added-words.tsx'

const fields = saveCheckoutSettings.takes.shape.settings.shape

type Values = Readonly<Record<string, string>>

/** The settings in a submitted form: empty ones are inherited. */
export function settingsDraftOf(values: Values) {
  const inputOf = (name: string) => values[`settings.${name}`] ?? ''
  // Fields with their own form are read below.
  const input = Object.fromEntries(Object.keys(fields).map((name) => [name, inputOf(name)]))
  return {
    ...input,
    paymentMethods: inputOf('paymentMethods') === '' ? null : inputOf('paymentMethods').split(' '),
    taxPercent: withPoint(inputOf('taxPercent')),
    terms: textsOf(values, 'terms'),
    privacy: textsOf(values, 'privacy'),
    refundApprovalAbove: withPoint(inputOf('refundApprovalAbove')),
    refundApprovalAboveDay: withPoint(inputOf('refundApprovalAboveDay')),
  }
}

/** Texts empty in every language are inherited; the action refuses only one of the product's two. */
function textsOf(values: Values, name: string) {
  const input = wordsUnder(values, `settings.${name}`)
  return Object.keys(input).length === 0 ? null : { 'en-us': '', 'es-es': '', ...input }
}
