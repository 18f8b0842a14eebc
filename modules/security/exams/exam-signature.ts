import { createHmac, timingSafeEqual } from 'node:crypto'

/** Older pushes, and those from the future, are refused, so that a copy can't be resent later. */
const tolerance_s = 300

const digest = (key: string, at: string, path: string, raw: string): Buffer =>
  createHmac('sha256', key).update(`${at}.${path}.${raw}`).digest()

/** The header of a signed push: the time, and a keyed hash of time, address and body. */
export const signPush = (key: string, path: string, raw: string, at: Date): string => {
  const seconds = String(Math.floor(at.getTime() / 1000))
  return `t=${seconds},v1=${digest(key, seconds, path, raw).toString('hex')}`
}

export function isSignedPush(
  key: string,
  { path, raw, signature, now }: { path: string; raw: string; signature: string | undefined; now: Date },
): boolean {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '')
  if (!parts || key === '') return false
  const [, seconds = '', hash = ''] = parts
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > tolerance_s) return false
  return timingSafeEqual(digest(key, seconds, path, raw), Buffer.from(hash, 'hex'))
}
