/** An address of the old kind as it is, without the '::ffff:' that a dual socket puts before it; or the eight groups of a new one. */
export function partsOfAddress(address: string): string | string[] {
  const plain = address.replace(/^::ffff:/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after]
}

/** What limits count as one caller: an IPv4 address, or the /64 of an IPv6 one, since each connection has 2^64 of those. */
export function addressBlock(address: string): string {
  const parts = partsOfAddress(address)
  return typeof parts === 'string' ? parts : `${parts.slice(0, 4).join(':')}::/64`
}

/** The address that a trusted proxy added last, or else that of the connection. */
export const lastAddress = (forwarded: string | undefined, connected: string | undefined): string =>
  forwarded?.split(',').at(-1)?.trim() ?? connected ?? ''
