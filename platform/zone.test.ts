import { expect, test } from 'vitest'
import { addDays, dayIn, instantAt, isoIn, isZone, legalDay, startOfDay, timeIn, todayOf } from './zone.ts'

const newYork = 'America/New_York'

test('the legal day changes at midnight of the zone, in winter and in summer', () => {
  expect(legalDay('2026-11-23T04:59:59.999Z', newYork)).toBe('2026-11-22')
  expect(legalDay('2026-11-23T05:00:00.000Z', newYork)).toBe('2026-11-23')
  expect(legalDay('2026-07-05T03:59:59.999Z', newYork)).toBe('2026-07-04')
  expect(legalDay('2026-07-05T04:00:00.000Z', newYork)).toBe('2026-07-05')
})

test("the default zone is the product's, and a plain date is unchanged", () => {
  expect(legalDay('2026-11-23T04:59:59Z')).toBe('2026-11-22')
  expect(legalDay('2026-11-23', 'Pacific/Honolulu')).toBe('2026-11-23')
})

test('a day begins where the previous one ends, including clock changes', () => {
  for (const day of ['2026-03-08', '2026-11-01', '2026-12-31']) {
    const next = startOfDay(newYork, addDays(day, 1))
    expect(dayIn(newYork, startOfDay(newYork, day))).toBe(day)
    expect(dayIn(newYork, new Date(next.getTime() - 1))).toBe(day)
    expect(dayIn(newYork, next)).toBe(addDays(day, 1))
  }
  expect(startOfDay(newYork, '2026-11-02').getTime() - startOfDay(newYork, '2026-11-01').getTime()).toBe(25 * 3_600_000)
})

test("today is the date in the organization's zone", () => {
  const now = new Date('2026-11-23T03:00:00Z')
  expect(todayOf({ now, organization: { time_zone: newYork } })).toBe('2026-11-22')
  expect(todayOf({ now, organization: { time_zone: 'UTC' } })).toBe('2026-11-23')
})

test('a time is shown with its zone', () => {
  const text = timeIn(newYork, '2026-11-23T02:04:05Z', 'en-us').replaceAll(/\s/g, ' ')
  expect(text).toBe('9:04:05 PM EST')
  expect(timeIn('America/Chicago', '2026-11-23T02:04:05Z', 'es-es')).toMatch(/8:04:05.*(CST|GMT-6)/s)
})

test('a time skipped by a clock change is shifted by the gap, and a repeated one is the first', () => {
  const instantOf = (day: string, time: string) => instantAt(newYork, day, time).toISOString()
  expect(instantOf('2026-03-07', '02:30')).toBe('2026-03-07T07:30:00.000Z')
  // 02:30 does not exist: it becomes 03:30.
  expect(instantOf('2026-03-08', '02:30')).toBe('2026-03-08T07:30:00.000Z')
  expect(instantOf('2026-03-08', '03:30')).toBe('2026-03-08T07:30:00.000Z')
  expect(instantOf('2026-11-01', '00:59')).toBe('2026-11-01T04:59:00.000Z')
  expect(instantOf('2026-11-01', '01:30')).toBe('2026-11-01T05:30:00.000Z')
  expect(instantOf('2026-11-01', '02:00')).toBe('2026-11-01T07:00:00.000Z')
  // Half-hour changes, and a zone that is ahead.
  expect(instantAt('Australia/Lord_Howe', '2026-10-04', '02:15').toISOString()).toBe('2026-10-03T15:45:00.000Z')
  expect(instantAt('Pacific/Kiritimati', '2026-01-01', '00:00').toISOString()).toBe('2025-12-31T10:00:00.000Z')
})

test("an instant is formatted with its zone's offset", () => {
  expect(isoIn(newYork, new Date('2026-11-01T05:59:59Z'))).toBe('2026-11-01T01:59:59-04:00')
  expect(isoIn(newYork, new Date('2026-11-01T06:00:00Z'))).toBe('2026-11-01T01:00:00-05:00')
  expect(isoIn('Asia/Kathmandu', new Date('2026-01-01T00:00:00Z'))).toBe('2026-01-01T05:45:00+05:45')
  expect(isoIn('UTC', new Date('2026-01-01T00:00:00Z'))).toBe('2026-01-01T00:00:00+00:00')
  expect([isZone(newYork), isZone('UTC'), isZone('Moon/Base'), isZone("x'; --")]).toEqual([true, true, false, false])
})
