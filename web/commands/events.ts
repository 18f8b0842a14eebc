import { setTimeout as pause } from 'node:timers/promises'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { harmlessFetch } from '#platform/outbound.ts'
import { exit, type Run, type Surroundings, UsageError } from './command.ts'

const options = {
  url: { type: 'string', default: 'http://localhost:3000' },
  key: { type: 'string' },
  type: { type: 'string', multiple: true },
  oldest: { type: 'boolean', default: false },
  once: { type: 'boolean', default: false },
} satisfies ParseArgsOptionsConfig

const pauseMs = 1_000

type Page = { events: unknown[]; next: string | null; has_more: boolean }

/** Prints events as they happen, so that a developer sees them without a public address. */
export const events: Run = async (args, surroundings) => {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  if (positionals.join() !== 'listen') throw new UsageError('say what to do: listen')
  const key = values.key ?? surroundings.settings.WAYPOST_KEY
  if (!key) throw new UsageError('the key of a client is missing: --key or WAYPOST_KEY')
  if (!URL.canParse(values.url)) throw new UsageError(`${values.url} is not a valid URL`)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const read = reader(values.url, key, values.type ?? [])
  return listen(read, { ...values, signal: stop.signal }, surroundings)
}

type Reader = (after: string | null) => Promise<Page>

/** Reads a page of events; throws with the server's own message. */
function reader(site: string, key: string, types: readonly string[]): Reader {
  const fetch = harmlessFetch('reads events')
  return async (after) => {
    const url = new URL('/api/events', site)
    for (const type of types) url.searchParams.append('type', type)
    if (after) url.searchParams.set('after', after)
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(30_000),
    })
    const body = (await response.json()) as Page & { message?: string }
    if (!response.ok) throw new Error(`${response.status}: ${body.message}`)
    return body
  }
}

type ListenOptions = { oldest: boolean; once: boolean; signal: AbortSignal }

async function listen(read: Reader, { oldest, once, signal }: ListenOptions, { print }: Surroundings): Promise<number> {
  let next = oldest || once ? null : (await read('newest')).next
  while (!signal.aborted) {
    const page = await read(next)
    for (const event of page.events) print(JSON.stringify(event))
    next = page.next
    if (page.has_more) continue
    if (once) break
    await pause(pauseMs, undefined, { signal }).catch(() => {})
  }
  return exit.done
}
