import { withPoint } from '../../../../platform/money.ts'

type Values = Readonly<Record<string, string>>

/** The settings as their form was sent: what is empty is inherited. */
export function settingsDraftOf(values: Values) {
  const of = (name: string) => values[`settings.${name}`] ?? ''
  return {
    captcha: of('captcha'),
    paymentMethods: of('paymentMethods') === '' ? null : of('paymentMethods').split(' '),
    defaultShippingType: of('defaultShippingType'),
    taxPercent: withPoint(of('taxPercent')),
    terms: textsOf(of('terms.en-us'), of('terms.es-es')),
    privacy: textsOf(of('privacy.en-us'), of('privacy.es-es')),
    supportPhone: of('supportPhone'),
    supportEmail: of('supportEmail'),
    refundApproval: of('refundApproval'),
    refundApprovalAbove: withPoint(of('refundApprovalAbove')),
    refundApprovalAboveDay: withPoint(of('refundApprovalAboveDay')),
  }
}

/** Nothing in either language is inherited; one alone is for the action to refuse. */
const textsOf = (english: string, spanish: string) =>
  `${english}${spanish}`.trim() === '' ? null : { 'en-us': english, 'es-es': spanish }
