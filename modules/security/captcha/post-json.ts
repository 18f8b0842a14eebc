import { harmlessFetch } from '#platform/outbound.ts'

const deadline_ms = 3_000

/** The JSON response of the captcha provider to a POST. Throws for anything but a success. */
export async function postJson(url: string, init: RequestInit): Promise<unknown> {
  const response = await harmlessFetch('proves a visitor')(url, {
    ...init,
    method: 'POST',
    signal: AbortSignal.timeout(deadline_ms),
  })
  if (!response.ok) throw new Error(`the captcha provider answered ${response.status}`)
  return response.json()
}
