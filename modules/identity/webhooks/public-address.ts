/** IPv6 networks outside of 2000::/3 are refused as a whole; these are the special ones inside it. */
const specialV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

/** IANA's special-purpose IPv4 networks, multicast and the reserved rest. */
const specialV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/**
 * Whether an address belongs to the public internet. An IPv6 address that embeds an IPv4 address is never public: a
 * translator could route it anywhere.
 */
export function isPublicAddress(address: string): boolean {
  const v4 = bitsOfV4(address)
  if (v4) return !specialV4.some(([network, length]) => isWithin(v4, bitsOfV4(network)!, length))
  const v6 = bitsOfV6(address)
  if (!v6?.startsWith('001')) return false
  return !specialV6.some(([network, length]) => isWithin(v6, bitsOfV6(network)!, length))
}

const isWithin = (address: string, network: string, length: number): boolean =>
  address.slice(0, length) === network.slice(0, length)

const bitsOf = (value: number, width: number): string => value.toString(2).padStart(width, '0')

/** The 32 bits of four decimal numbers; null for every other spelling. */
function bitsOfV4(address: string): string | null {
  const parts = address.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null
  return parts.map((part) => bitsOf(Number(part), 8)).join('')
}

/** The 128 bits of hexadecimal groups; null for other spellings, such as those with a zone or an IPv4 part. */
function bitsOfV6(address: string): string | null {
  if (!/^[0-9a-f:]+$/i.test(address)) return null
  const halves = address.split('::')
  if (halves.length > 2) return null
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  return groups.map((group) => bitsOf(Number.parseInt(group, 16), 16)).join('')
}
