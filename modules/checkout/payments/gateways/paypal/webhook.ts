import { z } from 'zod'
import type { GatewayEvent } from '#modules/checkout/payments/gateways/authorize-net/webhook.ts'
import { type Transmission, walletPort } from '#modules/checkout/payments/gateways/wallet.ts'
import type { Ctx } from '#platform/ctx.ts'

type Header = (name: string) => string | undefined

/** What a notification says of its signature, or null where a part is missing or its certificate is not PayPal's. */
function transmissionOf(header: Header): Transmission | null {
  const part = (name: string) => header(`paypal-${name}`)?.trim() ?? ''
  const named = { id: part('transmission-id'), sig: part('transmission-sig'), time: part('transmission-time') }
  const transmission = { auth_algo: part('auth-algo'), cert_url: part('cert-url'), ...named }
  if (Object.values(transmission).some((one) => one === '' || one.length > 2_000)) return null
  return isPaypals(transmission.cert_url) ? transmission : null
}

/** The wallet is asked itself, but it must not be asked about someone else's certificate. */
const isPaypals = (cert_url: string) => {
  const url = URL.parse(cert_url)
  return url?.protocol === 'https:' && (url.hostname === 'paypal.com' || url.hostname.endsWith('.paypal.com'))
}

/**
 * Whether a notification is the wallet's own, as it says itself; null where it could not be asked, so that the sender
 * should try again. `header` reads a header by its name in lower case.
 */
export async function verifyPaypalWebhook(ctx: Ctx, rawBody: string, header: Header): Promise<boolean | null> {
  const wallet = ctx.use(walletPort)
  const transmission = transmissionOf(header)
  // Nothing but one JSON object may be put between what is said of it.
  if (!wallet || !transmission || !readPaypalWebhook(rawBody)) return false
  return wallet.verify(rawBody, transmission)
}

const Notification = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().min(1).max(200),
  resource_type: z.string().nullish(),
  resource: z.object({
    id: z.string().max(100).nullish(),
    dispute_id: z.string().max(100).nullish(),
    invoice_id: z.string().nullish(),
  }),
})

/** The event of a body, or null where it is none: a hint about a capture, a refund or a dispute, whose truth is asked. */
export function readPaypalWebhook(rawBody: string): GatewayEvent | null {
  try {
    const { id, event_type, resource_type, resource } = Notification.parse(JSON.parse(rawBody))
    const disputed = event_type.startsWith('CUSTOMER.DISPUTE.')
    const moved = resource_type === 'capture' || resource_type === 'refund'
    return {
      event_id: id,
      event_type,
      transaction_id: disputed ? (resource.dispute_id ?? null) : moved ? (resource.id ?? null) : null,
      attempt: resource.invoice_id ?? null,
    }
  } catch {
    return null
  }
}
