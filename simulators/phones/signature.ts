import { createHmac } from 'node:crypto'

/** Twilio's signature of a callback, over its full address and the fields of its form in the order of their names. */
export function signCallback(token: string, url: string, form: URLSearchParams): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const signed = [url, ...fields.flat()].join('')
  return createHmac('sha1', token).update(signed).digest('base64')
}
