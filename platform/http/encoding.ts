export type Encoding = 'br' | 'gzip'

/** Smaller bodies fit into one packet either way. */
export const minBytes = 1_024

const quality = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/**
 * The client's preferred encoding of the offered ones by Accept-Encoding, the first if equal; null for uncompressed.
 * Entries with a malformed quality are ignored.
 */
export function acceptedEncoding(header: string | undefined, offered: readonly Encoding[]): Encoding | null {
  const accepted = parse(header ?? '')
  const wildcard = accepted.get('*') ?? 0
  let best: Encoding | null = null
  let max = accepted.get('identity') ?? 0
  for (const encoding of offered) {
    const q = accepted.get(encoding) ?? wildcard
    if (q > max || (q > 0 && q === max && best === null)) [best, max] = [encoding, q]
  }
  return best
}

function parse(header: string): ReadonlyMap<string, number> {
  const qualities = new Map<string, number>()
  for (const entry of header.split(',')) {
    const [name = '', ...params] = entry.split(';').map((part) => part.trim().toLowerCase())
    const q = params.find((param) => param.startsWith('q='))?.slice(2) ?? '1'
    if (name && quality.test(q)) qualities.set(name === 'x-gzip' ? 'gzip' : name, Number(q))
  }
  return qualities
}

/** Adds Accept-Encoding to `vary`. */
export const varyByEncoding = (vary: string | undefined): string =>
  vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding'
