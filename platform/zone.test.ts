import { expect, test } from 'vitest'
import { addDays, dayIn, legalDay, startOfDay, timeIn, todayOf } from './zone.ts'

const newYork = 'America/New_York'

test('the legal day changes at midnight of the zone, in winter and in summer', () => {
  expect(legalDay('2026-11-23T04:59:59.999Z', newYork)).toBe('2026-11-22')
  expect(legalDay('2026-11-23T05:00:00.000Z', newYork)).toBe('2026-11-23')
  expect(legalDay('2026-07-05T03:59:59.999Z', newYork)).toBe('2026-07-04')
  expect(legalDay('2026-07-05T04:00:00.000Z', newYork)).toBe('2026-07-05')
})

test('without a zone it is that of the product, and a plain day stays the day that it is', () => {
  expect(legalDay('2026-11-23T04:59:59Z')).toBe('2026-11-22')
  expect(legalDay('2026-11-23', 'Pacific/Honolulu')).toBe('2026-11-23')
})

test('a day begins where the day before ends, also when the clocks change', () => {
  for (const day of ['2026-03-08', '2026-11-01', '2026-12-31']) {
    const next = startOfDay(newYork, addDays(day, 1))
    expect(dayIn(newYork, startOfDay(newYork, day))).toBe(day)
    expect(dayIn(newYork, new Date(next.getTime() - 1))).toBe(day)
    expect(dayIn(newYork, next)).toBe(addDays(day, 1))
  }
  expect(startOfDay(newYork, '2026-11-02').getTime() - startOfDay(newYork, '2026-11-01').getTime()).toBe(25 * 3_600_000)
})

test('today is told by the clocks of the organization', () => {
  const now = new Date('2026-11-23T03:00:00Z')
  expect(todayOf({ now, organization: {} })).toBe('2026-11-22')
  expect(todayOf({ now, organization: { time_zone: 'UTC' } })).toBe('2026-11-23')
})

test('a time is told with its zone', () => {
  const shown = timeIn(newYork, '2026-11-23T02:04:05Z', 'en-us').replaceAll(/\s/g, ' ')
  expect(shown).toBe('9:04:05 PM EST')
  expect(timeIn('America/Chicago', '2026-11-23T02:04:05Z', 'es-es')).toMatch(/8:04:05.*(CST|GMT-6)/s)
})
