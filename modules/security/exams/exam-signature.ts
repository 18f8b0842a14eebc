import { createHmac, timingSafeEqual } from 'node:crypto'

/** Older pushes, and those from the future, are refused, so that a copy can't be resent later. */
const tolerance_s = 300

const digest = (key: string, timestamp: string, path: string, raw: string): Buffer =>
  createHmac('sha256', key).update(`${timestamp}.${path}.${raw}`).digest()

/** Whether the header of a push holds its time and the keyed hash over time, address and body. */
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
