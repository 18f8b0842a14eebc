import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Twilio's signature of a callback: HMAC-SHA1 with the account's token over the full address, followed by every form
 * field and its value in name order.
 */
function signatureOf(token: string, url: string, form: URLSearchParams): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const signedText = url + fields.map(([name, value]) => name + value).join('')
  return createHmac('sha1', token).update(signedText).digest('base64')
}

/** Whether a callback is signed with the token; false without a token. */
export function isSignedCallback(
  token: string,
  { url, form, signature }: { url: string; form: URLSearchParams; signature: string | undefined },
): boolean {
  const signatureBytes = Buffer.from(signature ?? '', 'base64')
  const expectedBytes = Buffer.from(signatureOf(token, url, form), 'base64')
  return (
    token !== '' && signatureBytes.length === expectedBytes.length && timingSafeEqual(signatureBytes, expectedBytes)
  )
}
