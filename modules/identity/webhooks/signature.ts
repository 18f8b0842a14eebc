import { createHmac, randomBytes } from 'node:crypto'

/** A new secret by Standard Webhooks: 24 random bytes. */
export const newSecret = (): Buffer => randomBytes(24)

/** The text form of a secret, as receivers store it. */
export const secretText = (secret: Uint8Array): string => `whsec_${Buffer.from(secret).toString('base64')}`

export type SignatureHeaders = { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string }

/** The headers of Standard Webhooks. Each secret signs, so a receiver may have either one. */
export function signedHeaders(
  id: string,
  instant: Date,
  body: string,
  secrets: readonly Uint8Array[],
): SignatureHeaders {
  const timestamp = String(Math.floor(instant.getTime() / 1000))
  const content = `${id}.${timestamp}.${body}`
  const signatures = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
