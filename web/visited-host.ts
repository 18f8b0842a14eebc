import type { DomainDirectory } from '#modules/identity/organizations/domain-directory.ts'

/** A host that this installation serves. */
export type VisitedHost = {
  /** The organization's code; null for the installation's own host. */
  code: string | null
  /** The origin of its pages; nothing else of the Host header is used. */
  origin: string
  /** An organization's own domain. */
  isOwn: boolean
}

/**
 * Finds what a Host header names: this installation's host, `ssd.` below it, or a proved domain of an organization.
 * Null for every other name, which must show no organization. A request without the header is for the installation
 * itself.
 */
export async function findVisitedHost(
  header: string,
  base: URL,
  domains: Pick<DomainDirectory, 'find'>,
): Promise<VisitedHost | null> {
  const address = readHost(header, base)
  if (address === null) return null
  const { hostname, port } = address
  const originOf = (host: string) => `${base.protocol}//${host}`
  const host = port === '' ? hostname : `${hostname}:${port}`
  if (hostname === '' || host === base.host) return { code: null, origin: base.origin, isOwn: false }
  if (host.endsWith(`.${base.host}`)) {
    return { code: host.slice(0, -base.host.length - 1).toUpperCase(), origin: originOf(host), isOwn: false }
  }
  // A development server is also reached by the address of the machine.
  if (loopback.has(hostname) && loopback.has(base.hostname)) return { code: null, origin: originOf(host), isOwn: false }
  if (port !== base.port) return null
  const domain = await domains.find(hostname)
  return domain && { code: domain.code, origin: originOf(host), isOwn: true }
}

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A name without its final dot, in lower case, and a port other than the usual one. Null for anything else. */
function readHost(header: string, base: URL): { hostname: string; port: string } | null {
  if (header === '') return { hostname: '', port: '' }
  const [, name, port = ''] = /^([a-z\d_.-]{1,254}|\[[\da-f:.]{2,45}\])(?::(\d{1,5}))?$/i.exec(header) ?? []
  if (name === undefined) return null
  const hostname = name.toLowerCase().replace(/\.$/, '')
  if (hostname === '') return null
  const usualPort = base.protocol === 'https:' ? '443' : '80'
  return { hostname, port: port === usualPort ? '' : port }
}

/** Whether a certificate may be issued for a host: this installation's, an organization's site or own domain. */
export async function mayHaveCertificate(
  name: string,
  base: URL,
  { domains, hasSite }: { domains: Pick<DomainDirectory, 'find'>; hasSite: (code: string) => Promise<boolean> },
): Promise<boolean> {
  // Proxies ask for a name as it is in the handshake, without a port.
  const portless = new URL(base)
  portless.port = ''
  if (name === '' || name.includes(':')) return false
  const host = await findVisitedHost(name, portless, domains)
  if (!host || loopback.has(name)) return false
  return host.isOwn || host.code === null || hasSite(host.code)
}
