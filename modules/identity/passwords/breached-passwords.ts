import { createHash } from 'node:crypto'
import { port } from '#platform/ctx.ts'
import type { Log } from '#platform/log.ts'
import { harmlessFetch } from '#platform/outbound.ts'

/** Whether a password is known from a breach. Never throws: if the service cannot be asked, the answer is no. */
export type BreachedPasswords = (password: string) => Promise<boolean>

export const breachedPasswords = port<BreachedPasswords>('breached-passwords')

/** Where no service is configured. */
export const noBreachedPasswords: BreachedPasswords = async () => false

const deadline = 2_000

/**
 * Asks a service of the range format of Have I Been Pwned: `GET {url}/range/{first five}` of the SHA-1 answers the
 * rest of every hash that begins so, with its count; with padding, of which the count is 0. The password stays here.
 */
export function openBreachedPasswords({ url, log }: { url: string; log: Log }): BreachedPasswords {
  return async (password) => {
    // SHA-1 is the format of the service, and guards nothing.
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    try {
      return countOf(await fetchRange(url, hash.slice(0, 5)), hash.slice(5)) > 0
    } catch (error) {
      log.warn('breached_passwords.unreachable', { reason: String(error) })
      return false
    }
  }
}

async function fetchRange(url: string, prefix: string): Promise<string> {
  const answer = await harmlessFetch('knows leaked passwords')(`${url.replace(/\/$/, '')}/range/${prefix}`, {
    headers: { 'add-padding': 'true', 'user-agent': 'waypost' },
    signal: AbortSignal.timeout(deadline),
  })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return answer.text()
}

function countOf(range: string, suffix: string): number {
  const line = range.split(/\r?\n/).find((one) => one.startsWith(`${suffix}:`))
  return Number(line?.split(':')[1] ?? 0)
}
