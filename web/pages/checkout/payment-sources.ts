import type { PaymentChoices } from '#modules/checkout/entry.ts'
import type { CspSources } from '#platform/web/csp.ts'
import { captchaSources } from '#web/pages/account/human-check-field.tsx'

/** What a page that takes a payment lets in: the gateway's library, the captcha, and the way to the wallet. */
export function paymentSources({ gateway, wallet_origin, captcha }: PaymentChoices): CspSources {
  const { origin } = new URL(gateway.library_url)
  const human = captchaSources(captcha)
  return {
    ...human,
    script: [origin, ...(human.script ?? [])],
    connect: [...new Set([origin, gateway.connect_origin, ...(human.connect ?? [])])],
    // A form whose answer leads to the wallet is stopped by browsers unless the page says so.
    ...(wallet_origin && { form: [wallet_origin] }),
  }
}
