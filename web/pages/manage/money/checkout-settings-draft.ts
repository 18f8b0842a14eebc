import { withPoint } from '#platform/money.ts'
import { wordsUnder } from '#web/pages/manage/settings/added-words.tsx'

type Values = Readonly<Record<string, string>>

/** The settings as their form was sent: what is empty is inherited. */
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

/** Nothing in any language is inherited; one of the product's two alone is for the action to refuse. */
function textsOf(values: Values, name: string) {
  const typed = wordsUnder(values, `settings.${name}`)
  return Object.keys(typed).length === 0 ? null : { 'en-us': '', 'es-es': '', ...typed }
}
