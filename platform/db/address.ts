import { readFileSync } from 'node:fs'

/** TLS of a database connection: none, unverified, or verified by the system's authorities or those of a file. */
type Tls = { kind: 'off' } | { kind: 'unverified' } | { kind: 'verified'; ca: string | null }

/** An address of the database without its TLS settings, which each driver would read in its own way. */
export type Address = { url: string; tls: Tls }

/** The reason why an address can't be used, for the operator. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

// Each connection reads the address; the file of authorities is read once.
const addressCache = new Map<string, Address>()

/** Parameters of the address that mean the same to every driver. */
const sharedParameters = new Set(['connect_timeout'])
const oneHost =
  'lists several hosts, which the queue cannot follow: use one that leads to the primary, such as a virtual address or a proxy'

/**
 * Reads DATABASE_URL as libpq does: sslmode disable, require or verify-full, and sslrootcert. Everything that one of our
 * two drivers would ignore or understand otherwise is refused.
 */
export function readAddress(url: string): Address {
  const address = addressCache.get(url) ?? read(url)
  addressCache.set(url, address)
  return address
}

function read(url: string): Address {
  if (/^[^/]*\/\/[^/?#]*,/.test(url)) throw new AddressRefused(oneHost)
  const address = parse(url)
  const { searchParams } = address
  if (searchParams.get('host')?.includes(',')) throw new AddressRefused(oneHost)
  const session = searchParams.get('target_session_attrs')
  if (session && session !== 'any' && session !== 'read-write')
    throw new AddressRefused(`target_session_attrs=${session}: the product needs the primary`)
  const tls = readTls(searchParams.get('sslmode'), searchParams.get('sslrootcert'))
  for (const name of ['sslmode', 'sslrootcert', 'target_session_attrs']) searchParams.delete(name)
  const unknown = [...searchParams.keys()].find((name) => !sharedParameters.has(name))
  if (unknown) throw new AddressRefused(`has the parameter ${unknown}, which is not supported`)
  return { url: address.href, tls }
}

function parse(url: string): URL {
  try {
    return new URL(url)
  } catch {
    // The message of the error contains the password.
    throw new AddressRefused('is not a valid URL: percent-encode special characters in the password (@ as %40)')
  }
}

function readTls(mode: string | null, authorities: string | null): Tls {
  if (authorities !== null && mode !== 'verify-full') throw new AddressRefused('sslrootcert needs sslmode=verify-full')
  if (mode === null || mode === 'disable') return { kind: 'off' }
  if (mode === 'require') return { kind: 'unverified' }
  if (mode !== 'verify-full') throw new AddressRefused(`sslmode=${mode}: use disable, require or verify-full`)
  if (authorities === null || authorities === 'system') return { kind: 'verified', ca: null }
  try {
    return { kind: 'verified', ca: readFileSync(authorities, 'utf8') }
  } catch (error) {
    throw new AddressRefused(`sslrootcert can't be read: ${(error as Error).message}`)
  }
}

type DriverTls = false | { rejectUnauthorized: boolean; ca?: string }

/** The option `ssl` of both drivers for an address. */
export function tlsOption(url: string): DriverTls {
  const { tls } = readAddress(url)
  if (tls.kind === 'off') return false
  if (tls.kind === 'unverified') return { rejectUnauthorized: false }
  return { rejectUnauthorized: true, ...(tls.ca !== null && { ca: tls.ca }) }
}
