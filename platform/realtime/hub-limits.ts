export type HubLimits = {
  /** Milliseconds between pings, and milliseconds within which a ping must be answered. */
  pingMs: number
  pongMs: number
  /** Milliseconds within which a socket must connect. */
  staleMs: number
  /** Milliseconds that an expired token is still served; pages renew theirs earlier. */
  graceMs: number
  channels: number
  /** Sockets of one session, and of this process. */
  socketsOfSession: number
  sockets: number
  /** Bytes that may wait for a slow reader. */
  buffered: number
}

export const defaultLimits: HubLimits = {
  pingMs: 25_000,
  pongMs: 8_000,
  staleMs: 10_000,
  graceMs: 10_000,
  channels: 32,
  socketsOfSession: 16,
  sockets: 5_000,
  buffered: 262_144,
}
