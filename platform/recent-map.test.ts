import { expect, test } from 'vitest'
import { openRecentMap } from './recent-map.ts'

test('returns values that were set, and nothing for others', () => {
  const map = openRecentMap<string, number>(4)
  map.set('a', 1)
  map.set('a', 2)
  expect([map.get('a'), map.get('b')]).toEqual([2, undefined])
  map.clear()
  expect(map.get('a')).toBeUndefined()
})

test('keeps the most recently used entries, however many others come and go', () => {
  const map = openRecentMap<number, number>(10)
  map.set(0, 0)
  for (let n = 1; n < 100; n++) {
    map.set(n, n)
    expect(map.get(0)).toBe(0)
  }
  expect([99, 98, 97, 96].map((n) => map.get(n))).toEqual([99, 98, 97, 96])
  expect(map.get(50)).toBeUndefined()
})

test('keeps at most its limit of entries', () => {
  const map = openRecentMap<number, number>(10)
  for (let n = 0; n < 1000; n++) map.set(n, n)
  // Reads in reverse: a lookup must not make room for more entries.
  const remaining = Array.from({ length: 1000 }, (_, n) => 999 - n).filter((n) => map.get(n) !== undefined)
  expect(remaining.length).toBeGreaterThanOrEqual(5)
  expect(remaining.length).toBeLessThanOrEqual(10)
})
