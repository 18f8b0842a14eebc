import { z } from 'zod'
import type { GatewayEvent } from '#modules/checkout/payments/gateways/authorize-net/webhook.ts'
import { type Transmission, walletPort } from '#modules/checkout/payments/gateways/wallet.ts'
import type { Ctx } from '#platform/ctx.ts'

type Header = (name: string) => string | undefined

/** Reads the signature headers of a notification; null if one is missing or the certificate is not PayPal's. */
function readTransmission(header: Header): Transmission | null {
  const part = (name: string) => header(`paypal-${name}`)?.trim() ?? ''
  const transmissionHeaders = {
    id: part('transmission-id'),
    sig: part('transmission-sig'),
    time: part('transmission-time'),
  }
  const transmission = { auth_algo: part('auth-algo'), cert_url: part('cert-url'), ...transmissionHeaders }
  if (Object.values(transmission).some((part) => part === '' || part.length > 2_000)) return null
  return isPaypalUrl(transmission.cert_url) ? transmission : null
}

/** PayPal verifies the signature itself, so it must not be given another host's certificate. */
const isPaypalUrl = (cert_url: string) => {
  const url = URL.parse(cert_url)
  return url?.protocol === 'https:' && (url.hostname === 'paypal.com' || url.hostname.endsWith('.paypal.com'))
}

/**
 * Whether the wallet confirms that it sent a notification; null if it could not be reached, so that the sender retries.
 * `header` returns a header by its lower-case name.
 */
export async function verifyPaypalWebhook(ctx: Ctx, rawBody: string, header: Header): Promise<boolean | null> {
  const wallet = ctx.use(walletPort)
  const transmission = readTransmission(header)
  // The body is embedded in the request, so it must be exactly one JSON object.
  if (!wallet || !transmission || !parsePaypalWebhook(rawBody)) return false
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

/**
 * Parses a notification about a capture, refund or dispute, whose details must then be fetched; null if it is not one.
 */
export function parsePaypalWebhook(rawBody: string): GatewayEvent | null {
  try {
    const { id, event_type, resource_type, resource } = Notification.parse(JSON.parse(rawBody))
    const isDispute = event_type.startsWith('CUSTOMER.DISPUTE.')
    const isPayment = resource_type === 'capture' || resource_type === 'refund'
    return {
      event_id: id,
      event_type,
      transaction_id: (isDispute ? resource.dispute_id : isPayment ? resource.id : null) ?? null,
      attempt: resource.invoice_id ?? null,
    }
  } catch {
    return null
  }
}
