import type { Tone } from '#platform/ui/badge.tsx'

/** The colors of an endpoint's states. */
export const endpointTones: Readonly<Record<'active' | 'paused' | 'failing' | 'gone' | 'key_ended', Tone>> = {
  active: 'green',
  paused: 'yellow',
  failing: 'red',
  gone: 'gray',
  key_ended: 'red',
}

/** The colors of a delivery's states. */
export const deliveryTones: Readonly<Record<'waiting' | 'delivered' | 'failed', Tone>> = {
  waiting: 'yellow',
  delivered: 'green',
  failed: 'red',
}

/** A short form of a receiver's response: its status, or the reason why there is none. */
export const responseSummary = ({
  http_status,
  fault,
}: {
  http_status: number | null
  fault: string | null
}): string => (http_status === null ? (fault ?? '') : `HTTP ${http_status}`)
