import { expect, it } from 'vitest'
import { rateOf } from '#platform/rate-class.ts'
import { openRateLimiter, rateHeaders } from './rate.ts'

const money = { name: 'money', perMinute: 20, burst: 10 }

it('allows a burst, then the rate of the class, for each caller', () => {
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

it.each(['read', 'write', 'sign-in', 'guess', 'export', 'picture', money] as const)(
  'the wait of %o is exact: refused a second before its end, allowed after it',
  (rate) => {
    let now = 1_234.5
    const rates = openRateLimiter(() => now)
    while (rates.admits(rate, 'a')) now += 0.1
    const wait = rates.wait(rate, 'a')
    expect(wait).toBe(Math.max(1, Math.ceil(60 / rateOf(rate).perMinute)))
    now += (wait - 1) * 1000
    if (wait > 1) expect(rates.admits(rate, 'a')).toBe(false)
    now += 1000
    expect(rates.admits(rate, 'a')).toBe(true)
  },
)

it('returns the limit, the remaining calls, and the time until it is full again', () => {
  let now = 0
  const rates = openRateLimiter(() => now)
  const headers = () => rateHeaders(rates.left(money, 'a'))
  expect(headers()).toEqual({ 'ratelimit-policy': '"money";q=10;w=30', ratelimit: '"money";r=10;t=0' })
  for (let n = 0; n < 4; n += 1) rates.admits(money, 'a')
  expect(headers().ratelimit).toBe('"money";r=6;t=12')
  now += 3_000
  expect(headers().ratelimit).toBe('"money";r=7;t=9')
  while (rates.admits(money, 'a'));
  expect(headers().ratelimit).toBe('"money";r=0;t=30')
  now += 60_000
  expect(headers().ratelimit).toBe('"money";r=10;t=0')
})
