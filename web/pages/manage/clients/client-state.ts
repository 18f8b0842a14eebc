import type { Tone } from '#platform/ui/badge.tsx'

/** The colors of a client's states. */
export const stateTones: Readonly<Record<'active' | 'over' | 'revoked', Tone>> = {
  active: 'green',
  over: 'yellow',
  revoked: 'gray',
}
