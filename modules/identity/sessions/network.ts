import { partsOfAddress } from '#platform/http/caller.ts'

/** The /24 (or, for IPv6, the /48) of an address: one household or office with all its devices. */
export function networkOf(address: string): string {
  const parts = partsOfAddress(address)
  if (typeof parts !== 'string') return `${parts.slice(0, 3).join(':')}::/48`
  return parts.includes('.') ? `${parts.split('.').slice(0, 3).join('.')}.0/24` : parts || 'unknown'
}
