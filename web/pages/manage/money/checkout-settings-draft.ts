import { withPoint } from '#platform/money.ts'
import { wordsUnder } from '#web/pages/manage/settings/added-words.tsx'

type Values = Readonly<Record<string, string>>

/** The settings in a submitted form: empty ones are inherited. */
export function settingsDraftOf(values: Values) {
  const of = (name: string) => values[`settings.${name}`] ?? ''
  return {
    captcha: of('captcha'),
    paymentMethods: of('paymentMethods') === '' ? null : of('paymentMethods').split(' '),
    defaultShippingType: of('defaultShippingType'),
    taxPercent: withPoint(of('taxPercent')),
    terms: textsOf(values, 'terms'),
    privacy: textsOf(values, 'privacy'),
    supportPhone: of('supportPhone'),
    supportEmail: of('supportEmail'),
    refundApproval: of('refundApproval'),
    refundApprovalAbove: withPoint(of('refundApprovalAbove')),
    refundApprovalAboveDay: withPoint(of('refundApprovalAboveDay')),
  }
}

/** Texts empty in every language are inherited; the action refuses only one of the product's two. */
function textsOf(values: Values, name: string) {
  const typed = wordsUnder(values, `settings.${name}`)
  return Object.keys(typed).length === 0 ? null : { 'en-us': '', 'es-es': '', ...typed }
}
