import type { Rate } from '#platform/rate-class.ts'

/** Heartbeats of a lesson: one every ten seconds, more with several windows. */
export const beat: Rate = { name: 'beat', perMinute: 60, burst: 30 }
