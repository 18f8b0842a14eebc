import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

type Raw = string | Uint8Array

const digest = (body: Raw, key: string | Uint8Array) => createHmac('sha512', key).update(body).digest()

/** The 64 signed bytes of 'sha512=<hex>', in either case, or null. */
function signedBytes(header: string | null | undefined): Uint8Array | null {
  const hex = /^sha512=([0-9a-f]{128})$/i.exec(header?.trim() ?? '')?.[1]
  return hex ? Buffer.from(hex, 'hex') : null
}

/**
 * The key derivation with which the raw body was signed ('ascii', else 'hex'), or null for neither. The gateway's
 * documentation and its users disagree on the derivation, so both are tried; log which one matched.
 */
export function verifyWebhook(rawBody: Raw, header: string | null | undefined, signatureKey: string) {
  const signature = signedBytes(header)
  // An empty key would let anyone sign.
  if (!signature || !signatureKey) return null
  if (timingSafeEqual(signature, digest(rawBody, signatureKey))) return 'ascii' as const
  if (!/^([0-9a-f]{2})+$/i.test(signatureKey)) return null
  return timingSafeEqual(signature, digest(rawBody, Buffer.from(signatureKey, 'hex'))) ? ('hex' as const) : null
}

const Notification = z.object({
  notificationId: z.string().min(1).max(100),
  eventType: z.string().min(1).max(200),
  payload: z.object({
    entityName: z.string().nullish(),
    id: z.union([z.string(), z.number()]).transform(String).nullish(),
    invoiceNumber: z.string().nullish(),
  }),
})

/**
 * A hint that something happened; the gateway must be asked for the facts (`details`). `event_id` identifies it for
 * deduplication.
 */
export type GatewayEvent = {
  event_id: string
  event_type: string
  transaction_id: string | null
  attempt: string | null
}

/** The event in a verified body, or null if it is not one. */
export function readWebhook(rawBody: string): GatewayEvent | null {
  try {
    const { notificationId, eventType, payload } = Notification.parse(JSON.parse(rawBody))
    const transaction_id = payload.entityName === 'transaction' ? (payload.id ?? null) : null
    return { event_id: notificationId, event_type: eventType, transaction_id, attempt: payload.invoiceNumber ?? null }
  } catch {
    return null
  }
}
