/** An IPv4 address without the '::ffff:' of a dual-stack socket, or the eight groups of an IPv6 address. */
export function partsOfAddress(address: string): string | string[] {
  const unmapped = address.replace(/^::ffff:/i, '')
  if (!unmapped.includes(':')) return unmapped
  const [head = '', tail] = unmapped.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after]
}

/**
 * The unit that limits count as one caller: an IPv4 address, or the /64 of an IPv6 address, since each connection has
 * 2^64 of those.
 */
export function addressBlock(address: string): string {
  const parts = partsOfAddress(address)
  return typeof parts === 'string' ? parts : `${parts.slice(0, 4).join(':')}::/64`
}

/** The address that a trusted proxy added last, otherwise the connection's address. */
export const lastAddress = (forwarded: string | undefined, connected: string | undefined): string =>
  forwarded?.split(',').at(-1)?.trim() ?? connected ?? ''
