import type { Rate } from '#platform/rate-class.ts'

/** Heartbeats of a lesson: one every ten seconds, more where someone has several windows open. */
export const beat: Rate = { name: 'beat', perMinute: 60, burst: 30 }
