import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

type RawBody = string | Uint8Array

const digest = (body: RawBody, key: string | Uint8Array) => createHmac('sha512', key).update(body).digest()

/** The 64 bytes of a signature 'sha512=<hex>' (case-insensitive), or null. */
function parseSignature(header: string | null | undefined): Uint8Array | null {
  const hex = /^sha512=([0-9a-f]{128})$/i.exec(header?.trim() ?? '')?.[1]
  return hex ? Buffer.from(hex, 'hex') : null
}

/**
 * Returns how the key was derived with which the raw body was signed ('ascii' or 'hex'), or null if neither matches.
 * The gateway's documentation and its users disagree, so both are tried.
 */
export function verifyWebhook(rawBody: RawBody, header: string | null | undefined, signatureKey: string) {
  const signature = parseSignature(header)
  // Anyone could sign with an empty key.
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
 * A notification that something happened, whose details must be fetched from the gateway. `event_id` is for
 * deduplication.
 */
export type GatewayEvent = {
  event_id: string
  event_type: string
  transaction_id: string | null
  attempt: string | null
}

/** Parses the event in a verified body; null if it is not one. */
export function parseWebhook(rawBody: string): GatewayEvent | null {
  try {
    const { notificationId, eventType, payload } = Notification.parse(JSON.parse(rawBody))
    const transaction_id = payload.entityName === 'transaction' ? (payload.id ?? null) : null
    return { event_id: notificationId, event_type: eventType, transaction_id, attempt: payload.invoiceNumber ?? null }
  } catch {
    return null
  }
}
