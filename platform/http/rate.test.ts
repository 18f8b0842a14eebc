import { expect, it } from 'vitest'
import { openRateLimiter } from './rate.ts'

const money = { name: 'money', perMinute: 20, burst: 10 }

it('admits a burst, then the rate of the class, each caller for itself', () => {
  let now = 0
  const rates = openRateLimiter(() => now)
  const admitted = (caller: string, tries: number) =>
    Array.from({ length: tries }, () => rates.admits(money, caller)).filter(Boolean).length
  expect(admitted('a', 50)).toBe(10)
  expect(admitted('b', 50)).toBe(10)
  now += 60_000
  expect(admitted('a', 50)).toBe(10)
  now += 3_000
  expect(admitted('a', 50)).toBe(1)
})
