import type { Rate } from '#platform/rate-class.ts'

/** The limit for operations that move money or call a gateway. */
export const money: Rate = { name: 'money', perMinute: 20, burst: 10, shared: true }
