import { z } from 'zod'
import type { GatewayEvent } from '#modules/checkout/payments/gateways/authorize-net/webhook.ts'
import { type Transmission, walletPort } from '#modules/checkout/payments/gateways/wallet.ts'
import type { Ctx } from '#platform/ctx.ts'

type Header = (name: string) => string | undefined

/** A notification's signature data, or null if a part is missing or its certificate is not PayPal's. */
function transmissionOf(header: Header): Transmission | null {
  const part = (name: string) => header(`paypal-${name}`)?.trim() ?? ''
  const transmissionHeaders = {
    id: part('transmission-id'),
    sig: part('transmission-sig'),
    time: part('transmission-time'),
  }
  const transmission = { auth_algo: part('auth-algo'), cert_url: part('cert-url'), ...transmissionHeaders }
  if (Object.values(transmission).some((part) => part === '' || part.length > 2_000)) return null
  return isPaypals(transmission.cert_url) ? transmission : null
}

/** The wallet itself verifies it, but it must not be sent someone else's certificate. */
const isPaypals = (cert_url: string) => {
  const url = URL.parse(cert_url)
  return url?.protocol === 'https:' && (url.hostname === 'paypal.com' || url.hostname.endsWith('.paypal.com'))
}

/**
 * Whether a notification is from the wallet, according to the wallet; null if it could not be reached, so that the
 * sender retries. `header` reads a header by its lower-case name.
 */
export async function verifyPaypalWebhook(ctx: Ctx, rawBody: string, header: Header): Promise<boolean | null> {
  const wallet = ctx.use(walletPort)
  const transmission = transmissionOf(header)
  // The body is embedded in the request, so it must be exactly one JSON object.
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

/** The event in a body, or null: a hint about a capture, refund or dispute, whose facts must be fetched. */
export function readPaypalWebhook(rawBody: string): GatewayEvent | null {
  try {
    const { id, event_type, resource_type, resource } = Notification.parse(JSON.parse(rawBody))
    const disputed = event_type.startsWith('CUSTOMER.DISPUTE.')
    const isPayment = resource_type === 'capture' || resource_type === 'refund'
    return {
      event_id: id,
      event_type,
      transaction_id: disputed ? (resource.dispute_id ?? null) : isPayment ? (resource.id ?? null) : null,
      attempt: resource.invoice_id ?? null,
    }
  } catch {
    return null
  }
}
