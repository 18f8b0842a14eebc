import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Demo accounts of each role, and a visitor. */
export const readers = ['', 'student@example.com', 'instructor@example.com', 'admin@example.com'] as const
export type Reader = (typeof readers)[number]

/** Sessions by reader: the header that a request sends. */
export type Sessions = ReadonlyMap<Reader, string>

const password = 'Demo-Password-2026!'

export async function signIn(port: number, loginid: Reader): Promise<string> {
  const origin = `http://localhost:${port}`
  const body = JSON.stringify({ loginid, password })
  const headers = { 'content-type': 'application/json', origin }
  const response = await fetch(`${origin}/api/user/login`, { method: 'POST', headers, body })
  const { token } = (await response.json()) as { token?: string }
  if (!token) throw new Error(`${loginid} can't sign in: ${response.status}`)
  return `Bearer ${token}`
}

type Parameter = { required?: boolean }
type Document = { paths: Record<string, { get?: { parameters?: Parameter[] } }> }

// Calls that end the session that makes them.
const ending = /log-?out|refreshToken/i

/** Every page and reading call of a release that needs no id. */
export function addressesOf(folder: string): string[] {
  const { paths } = JSON.parse(readFileSync(join(folder, 'openapi/openapi.json'), 'utf8')) as Document
  const calls = Object.entries(paths)
    .filter(([path, { get }]) => get && !path.includes('{') && !get.parameters?.some(({ required }) => required))
    .map(([path]) => `/api${path}`)
  const source = readFileSync(join(folder, 'platform/page-addresses.ts'), 'utf8')
  const pages = [...source.matchAll(/\| '([^':]+)'/g)].map(([, address]) => address!)
  return [...pages, '/course/details/1001', ...calls].filter((address) => !ending.test(address))
}

/** The status of every address for a reader; the response body may differ between releases. */
export async function readAll(
  port: number,
  addresses: readonly string[],
  sessions: Sessions,
): Promise<Map<string, number>> {
  const statuses = new Map<string, number>()
  for (const [reader, authorization] of sessions)
    for (const address of addresses)
      statuses.set(`${reader || 'visitor'} ${address}`, await statusOf(port, address, authorization))
  return statuses
}

export async function statusOf(port: number, address: string, authorization: string): Promise<number> {
  const headers = { host: `localhost:${port}`, ...(authorization && { authorization }) }
  const response = await fetch(`http://localhost:${port}${address}`, { headers, redirect: 'manual' })
  await response.body?.cancel()
  return response.status
}

/** The addresses whose status changed, or is an error. */
export function differences(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  return [...after].flatMap(([address, status]) => {
    const former = before.get(address)
    if (status < 500 && status === former) return []
    return [`${address}: ${former} before, ${status} after`]
  })
}

export const faultsIn = (statuses: ReadonlyMap<string, number>): string[] =>
  [...statuses].filter(([, status]) => status >= 500).map(([address, status]) => `${address}: ${status}`)
