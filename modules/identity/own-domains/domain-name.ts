import { domainToASCII, domainToUnicode } from 'node:url'
import { parse } from 'tldts'

/** Names that no public name server knows, or that lead to the machine itself. */
const privateEndings = /\.(?:local|localhost|internal|intranet|lan|home|corp|onion|arpa)$/

/**
 * A domain as people type it, in the form that requests name it: ASCII, in lower case, without a final dot. Null for
 * anything else: an address with a scheme, port or path, a wildcard, an IP address, a name under which registries or
 * hosting companies give out names ('co.uk', 'github.io'), and this installation's own hosts.
 */
export function readDomainName(input: string, installation: string): string | null {
  const text = input.trim().replace(/\.$/, '')
  // Signs that only other parts of an address, or a browser's spelling of a number, need.
  if (text === '' || /[\s/\\:@?#%*[\]]/.test(text)) return null
  const host = domainToASCII(text)
  if (host.length < 4 || host.length > 253) return null
  // No name ends in a number; an address does, however it was typed.
  if (/(?:^|\.)\d+$/.test(host)) return null
  if (!host.split('.').every((label) => /^(?!-)[a-z\d-]{1,63}(?<!-)$/.test(label))) return null
  if (host === installation || host.endsWith(`.${installation}`) || privateEndings.test(`.${host}`)) return null
  const { domain, publicSuffix } = parse(host, { allowPrivateDomains: true })
  return domain === null || host === publicSuffix ? null : host
}

/** Whether the domain is the registered name itself, where DNS allows no CNAME record. */
export const isRegisteredName = (host: string): boolean => parse(host).domain === host

/** The name as its language writes it, for a person who compares it with the typed one. */
export const unicodeName = (host: string): string => domainToUnicode(host) || host
