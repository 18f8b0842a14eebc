import { createHash } from 'node:crypto'
import { port } from '#platform/ctx.ts'
import type { Log } from '#platform/log.ts'
import { harmlessFetch } from '#platform/outbound.ts'

/** Whether a password is known from a breach. Never throws: if the service is unreachable, it returns false. */
export type BreachedPasswords = (password: string) => Promise<boolean>

export const breachedPasswords = port<BreachedPasswords>('breached-passwords')

/** Used if no service is configured. */
export const noBreachedPasswords: BreachedPasswords = async () => false

const timeoutMs = 2_000

/**
 * Queries a service with Have I Been Pwned's range format: `GET {url}/range/{first five}` of the SHA-1 returns the
 * remainders of all hashes with that prefix and their counts, plus padding with count 0. The password never leaves the
 * server.
 */
export function openBreachedPasswords({ url, log }: { url: string; log: Log }): BreachedPasswords {
  return async (password) => {
    // SHA-1 is the service's format and protects nothing.
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
  const response = await harmlessFetch('knows leaked passwords')(`${url.replace(/\/$/, '')}/range/${prefix}`, {
    headers: { 'add-padding': 'true', 'user-agent': 'waypost' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.text()
}

function countOf(range: string, suffix: string): number {
  const line = range.split(/\r?\n/).find((entry) => entry.startsWith(`${suffix}:`))
  return Number(line?.split(':')[1] ?? 0)
}
