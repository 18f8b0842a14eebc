import type { Rate } from '#platform/rate-class.ts'

/** What moves money, or asks a gateway to. */
export const money: Rate = { name: 'money', perMinute: 20, burst: 10, shared: true }
