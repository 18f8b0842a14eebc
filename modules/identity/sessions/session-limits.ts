import type { Role } from '#platform/actor.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** A session's maximum lifetime and idle time in seconds; 'Remember me' is only for students. */
export function sessionLimits(role: Role, remember_me: boolean): { absolute: number; idle: number } {
  if (role !== 'Student') return { absolute: 12 * hour, idle: 60 * minute }
  return remember_me ? { absolute: 30 * day, idle: 30 * day } : { absolute: 12 * hour, idle: 30 * minute }
}
