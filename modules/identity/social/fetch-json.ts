import { identityErrors } from '#modules/identity/errors.ts'
import { harmlessFetch } from '#platform/outbound.ts'

const deadline_ms = 5_000

/** The status and JSON of a provider's response (null if it is not JSON). Throws providerDown without a response. */
export async function fetchJson(url: string | URL, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  const response = await harmlessFetch('signs in')(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(deadline_ms),
  }).catch(() => {
    throw identityErrors.providerDown()
  })
  if (response.status >= 500) throw identityErrors.providerDown()
  return { status: response.status, body: await response.json().catch(() => null) }
}
