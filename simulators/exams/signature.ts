import { createHmac } from 'node:crypto'

/** The header of a signed push: the time, and a keyed hash over time, address and body. */
export function signPush(key: string, path: string, raw: string, instant: Date): string {
  const seconds = String(Math.floor(instant.getTime() / 1000))
  const digest = createHmac('sha256', key).update(`${seconds}.${path}.${raw}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}
