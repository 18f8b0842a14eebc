import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

export type ResolveName = (host: string, signal: AbortSignal) => Promise<readonly { address: string }[]>

/** A name server that takes longer counts as a failed delivery. */
const defaultLimits = { timeout: 2_000, tries: 2 }

/**
 * Queries the name servers without the four threads that the process shares with files and passwords: slow names of one
 * receiver must not delay everything else.
 */
export function openResolver(
  options: { timeout: number; tries: number; servers?: string[] } = defaultLimits,
): ResolveName {
  const { servers, ...limits } = options
  return async (host, signal) => {
    if (isIP(host)) return [{ address: host }]
    const resolver = new Resolver(limits)
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
      const [first] = results
      if (addresses.length === 0 && first.status === 'rejected') throw first.reason
      return addresses.map((address) => ({ address }))
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

/** Also resolves names in `/etc/hosts`, which only a development server needs. */
export const resolveLocal: ResolveName = (host) => lookup(host, { all: true, verbatim: true })

/** The TXT records of a name, each as one text; empty if there are none or no name server responds. */
export async function findTextRecords(name: string): Promise<readonly string[]> {
  const records = await new Resolver(defaultLimits).resolveTxt(name).catch(() => [])
  return records.map((parts) => parts.join(''))
}

/** The A records of a name; none if there are none or no name server answers. */
export const findAddressRecords = (name: string): Promise<readonly string[]> =>
  new Resolver(defaultLimits).resolve4(name).catch(() => [])
