import type { WebhookTransport } from '#modules/identity/webhooks/transport.ts'
import { type Issuer, IssuerFault, readIssuer } from './issuer.ts'

const lifetime_ms = 10 * 60_000
/** A provider that failed is not contacted again for this long, whoever tries to sign in. */
const failure_ms = 60_000
/** An unknown key id rereads the provider's keys at most once per interval. */
const reread_ms = 30_000
const maxIssuers = 500

type Entry = { at: number; rereadAt: number; value: Promise<Issuer> }

const caches = new WeakMap<object, Map<string, Entry>>()

/**
 * A provider's configuration and keys, cached in the process for ten minutes; concurrent callers share one request.
 * `unknownKey` reads them again unless that happened just before: providers replace their keys. Throws IssuerFault.
 */
export async function findIssuer(
  transport: WebhookTransport,
  issuer: string,
  now: Date,
  { unknownKey = false } = {},
): Promise<Issuer> {
  const cache = caches.get(transport) ?? new Map<string, Entry>()
  caches.set(transport, cache)
  const index = now.getTime()
  const entry = cache.get(issuer)
  const isFresh = entry !== undefined && index - entry.at < lifetime_ms
  const shouldReread = unknownKey && index - (entry?.rereadAt ?? 0) >= reread_ms
  if (entry && isFresh && !shouldReread) return entry.value
  return storeEntry(cache, issuer, {
    at: index,
    rereadAt: unknownKey ? index : (entry?.rereadAt ?? 0),
    value: readIssuer(transport, issuer),
  })
}

/** Discards the cached configuration of a provider and reads it again. Throws IssuerFault. */
export function rereadIssuer(transport: WebhookTransport, issuer: string, now: Date): Promise<Issuer> {
  caches.get(transport)?.delete(issuer)
  return findIssuer(transport, issuer, now)
}

function storeEntry(cache: Map<string, Entry>, issuer: string, entry: Entry): Promise<Issuer> {
  cache.delete(issuer)
  cache.set(issuer, entry)
  const [oldest] = cache.keys()
  if (cache.size > maxIssuers && oldest !== undefined) cache.delete(oldest)
  // A failure lasts for a shorter time: its entry is made to look older.
  entry.value.catch((error) => {
    if (error instanceof IssuerFault) entry.at -= lifetime_ms - failure_ms
    else cache.delete(issuer)
  })
  return entry.value
}
