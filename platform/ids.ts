import Sqids from 'sqids'

const encoder = new Sqids({ minLength: 5, alphabet: 'HAmy2FaNYxUkis7KvV8QtZW3nREbuG9qhXSM6r4CDfcpJ5PzgLedTBjw' })

/** Encodes an id for a referral link (at least 5 characters). This is neither encryption nor a proof. */
export const encodeId = (id: number): string => encoder.encode([id])

/** The id in a referral link; null for any text that this encoder did not write. */
export function decodeId(text: string): number | null {
  const [id, ...rest] = encoder.decode(text)
  return id !== undefined && rest.length === 0 && encodeId(id) === text ? id : null
}

/** Encodes several ids in one text: the courses of a referral link. */
export const encodeIds = (ids: readonly number[]): string => encoder.encode([...ids])

/** The ids in a referral link, in order; null for any text that this encoder did not write. */
export function decodeIds(text: string): number[] | null {
  const ids = encoder.decode(text)
  return ids.length > 0 && encodeIds(ids) === text ? ids : null
}
