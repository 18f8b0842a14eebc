import type { WaypostEvent } from './events.ts'

/** A delivery that is not from the server, was changed, or is too old. Respond with 400. */
export class WebhookError extends Error {
  override name = 'WebhookError'
}

export type VerifyOptions = {
  /** The difference of both clocks that is accepted, in seconds: 300 by default. */
  tolerance?: number
  now?: Date
}

/**
 * Verifies a delivery by Standard Webhooks and returns its event; `event.type` decides the fields of `event.data`. `body` is the raw text as it arrived: parsing and
 * writing it again would change it. While a secret is replaced, pass both.
 */
export async function verifyWebhook<T = WaypostEvent>(
  body: string,
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  secrets: string | readonly string[],
  { tolerance = 300, now = new Date() }: VerifyOptions = {},
): Promise<T> {
  const header = (name: string) => String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '')
  const [id, timestamp, sent] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')]
  if (!id || !/^\d{1,12}$/.test(timestamp) || !sent) throw new WebhookError('A header of the webhook is missing.')
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > tolerance)
    throw new WebhookError('The webhook is too old, or the clock is wrong.')
  const signatures = sent.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []))
  for (const secret of [secrets].flat()) {
    const key = await keyOf(secret)
    const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
    for (const signature of signatures) {
      const bytes = bytesOf(signature)
      // `verify` compares in constant time.
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, content))) return JSON.parse(body) as T
    }
  }
  throw new WebhookError('The signature of the webhook is wrong.')
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes) throw new TypeError('The secret of a webhook begins with whsec_ and is base64 after that.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
