import type { PaymentChoices } from '#modules/checkout/entry.ts'
import type { CspSources } from '#platform/web/csp.ts'
import { captchaSources } from '#web/pages/account/human-check-field.tsx'

/** The origins that a payment page allows: the gateway's library, the captcha, and the wallet. */
export function paymentSources({ gateway, wallet_origin, captcha }: PaymentChoices): CspSources {
  const { origin } = new URL(gateway.library_url)
  const human = captchaSources(captcha)
  return {
    ...human,
    script: [origin, ...(human.script ?? [])],
    connect: [...new Set([origin, gateway.connect_origin, ...(human.connect ?? [])])],
    // Browsers block a form whose redirect leads to the wallet unless the page allows it.
    ...(wallet_origin && { form: [wallet_origin] }),
  }
}
