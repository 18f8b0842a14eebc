import { port } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'

/** A proved domain of an organization. */
type ServedDomain = {
  host: string
  code: string
  proof: string
  /** Links lead to it, because it leads to this installation. */
  is_live: boolean
}

/** The proved domains of all organizations, as this process knows them. */
export type DomainDirectory = {
  /** The domain of a requested host; null for a host without a proof. */
  find(host: string): Promise<ServedDomain | null>
  /** The host that links to an organization's site use; null without a live domain. */
  linkHostOf(code: string): string | null
  /** Whether a host is proved, as of the last read. */
  isProved(host: string): boolean
  /** Reads the domains of the database. */
  refresh(): Promise<void>
  /** Makes the next lookup read the database. */
  forget(): void
}

export const ownDomains = port<DomainDirectory>('own-domains')

/** The directory of an installation without own domains. */
export const noDomains: DomainDirectory = {
  find: async () => null,
  linkHostOf: () => null,
  isProved: () => false,
  refresh: async () => {},
  forget: () => {},
}

/** How long a read is used, and how long if a host is missing in it: strangers can request any number of hosts. */
const maxAge = { known: 5_000, unknown: 1_000 }
const maxDomains = 20_000

/** Keeps all domains in memory: a request with a forged host costs no query. */
export function openDomains(sql: Sql): DomainDirectory {
  let byHost: ReadonlyMap<string, ServedDomain> = new Map()
  let liveByCode: ReadonlyMap<string, string> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  let pendingRead: Promise<void> | null = null

  async function read(): Promise<void> {
    const startedAt = performance.now()
    const rows = await listServed(sql)
    byHost = new Map(rows.map((row) => [row.host, row]))
    liveByCode = new Map(rows.filter(({ is_live }) => is_live).map(({ code, host }) => [code, host]))
    readAt = startedAt
  }
  function refresh(): Promise<void> {
    pendingRead ??= read().finally(() => {
      pendingRead = null
    })
    return pendingRead
  }
  return {
    async find(host) {
      const age = performance.now() - readAt
      if (age > maxAge[byHost.has(host) ? 'known' : 'unknown']) await refresh()
      return byHost.get(host) ?? null
    },
    linkHostOf: (code) => liveByCode.get(code) ?? null,
    isProved: (host) => byHost.has(host),
    refresh,
    forget() {
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}

const listServed = (sql: Sql) => sql<ServedDomain>`
  select d.host, o.code, d.proof, d.live_at is not null as is_live
  from identity.own_domain d join identity.organization o using (organization_id)
  where d.proved_at is not null and o.deleted_at is null
  order by d.own_domain_id limit ${maxDomains}`

/** Rereads the domains regularly, for processes without requests. Returns a function that stops it. */
export async function followDomains(domains: DomainDirectory, onError: (error: unknown) => void): Promise<() => void> {
  await domains.refresh().catch(onError)
  const timer = setInterval(() => void domains.refresh().catch(onError), maxAge.known)
  timer.unref()
  return () => clearInterval(timer)
}
