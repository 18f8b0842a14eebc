import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysOf, periods } from './period.shared.ts'
import { lastTime, nextTime, type ScheduleTimes } from './schedule-time.ts'

const times = (changes: Partial<ScheduleTimes> = {}): ScheduleTimes => ({
  repeats: 'daily',
  week_day: null,
  month_day: null,
  at_time: '07:00',
  time_zone: 'America/New_York',
  ...changes,
})
const next = (changes: Partial<ScheduleTimes>, after: string) => nextTime(times(changes), new Date(after)).toISOString()

test('a daily report runs at the same local time in winter and summer', () => {
  expect(next({}, '2026-03-07T11:59:59Z')).toBe('2026-03-07T12:00:00.000Z')
  expect(next({}, '2026-03-07T12:00:00Z')).toBe('2026-03-08T11:00:00.000Z')
  expect(next({}, '2026-10-31T11:00:00Z')).toBe('2026-11-01T12:00:00.000Z')
})

test('a time skipped by the clock change runs an hour later, and a repeated one runs once', () => {
  expect(next({ at_time: '02:30' }, '2026-03-08T06:59:00Z')).toBe('2026-03-08T07:30:00.000Z')
  expect(next({ at_time: '02:30' }, '2026-03-08T07:30:00Z')).toBe('2026-03-09T06:30:00.000Z')
  expect(next({ at_time: '01:30' }, '2026-11-01T05:29:00Z')).toBe('2026-11-01T05:30:00.000Z')
  expect(next({ at_time: '01:30' }, '2026-11-01T05:30:00Z')).toBe('2026-11-02T06:30:00.000Z')
})

test('a weekly report runs on its day in the local time zone, not in UTC', () => {
  // Monday 23:00 in Honolulu is Tuesday in UTC.
  const schedule = { repeats: 'weekly', week_day: 1, at_time: '23:00', time_zone: 'Pacific/Honolulu' } as const
  expect(next(schedule, '2026-11-23T12:00:00Z')).toBe('2026-11-24T09:00:00.000Z')
  expect(next(schedule, '2026-11-24T09:00:00Z')).toBe('2026-12-01T09:00:00.000Z')
})

test('a monthly report on the 31st runs on the last day of shorter months', () => {
  const last = { repeats: 'monthly', month_day: 31, time_zone: 'UTC' } as const
  expect(next(last, '2026-01-31T07:00:00Z')).toBe('2026-02-28T07:00:00.000Z')
  expect(next(last, '2028-02-01T00:00:00Z')).toBe('2028-02-29T07:00:00.000Z')
  expect(next(last, '2026-02-28T07:00:00Z')).toBe('2026-03-31T07:00:00.000Z')
  expect(next({ ...last, month_day: 30 }, '2026-01-30T07:00:00Z')).toBe('2026-02-28T07:00:00.000Z')
})

test('the next run of any schedule is after the moment, the last run is not after it, and no run is between them', () => {
  const zones = ['America/New_York', 'Pacific/Kiritimati', 'Pacific/Honolulu', 'Australia/Lord_Howe', 'UTC']
  const two = (n: number) => String(n).padStart(2, '0')
  const schedule = fc
    .record({
      repeats: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const),
      day: fc.integer({ min: 1, max: 31 }),
      at_time: fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })),
      time_zone: fc.constantFrom(...zones),
    })
    .map(({ repeats, day, at_time: [hour, minute], time_zone }) => ({
      repeats,
      week_day: repeats === 'weekly' ? ((day - 1) % 7) + 1 : null,
      month_day: repeats === 'monthly' ? day : null,
      at_time: `${two(hour)}:${two(minute)}`,
      time_zone,
    }))
  const moment = fc.date({ min: new Date('2025-12-01'), max: new Date('2028-03-31'), noInvalidDate: true })
  fc.assert(
    fc.property(schedule, moment, (times, now) => {
      const [before, after] = [lastTime(times, now), nextTime(times, now)]
      expect(before <= now && after > now).toBe(true)
      expect(nextTime(times, before)).toEqual(after)
      expect(lastTime(times, new Date(after.getTime() - 1))).toEqual(before)
    }),
    { numRuns: 300 },
  )
})

test('periods are whole days that end before, or on, the day of the run', () => {
  const allPeriods = (today: string) => Object.fromEntries(periods.map((period) => [period, daysOf(period, today)]))
  // A Wednesday.
  expect(allPeriods('2026-03-04')).toEqual({
    today: { from: '2026-03-04', to: '2026-03-04' },
    yesterday: { from: '2026-03-03', to: '2026-03-03' },
    'last-7-days': { from: '2026-02-25', to: '2026-03-03' },
    'last-30-days': { from: '2026-02-02', to: '2026-03-03' },
    '30-days-with-today': { from: '2026-02-03', to: '2026-03-04' },
    'last-week': { from: '2026-02-23', to: '2026-03-01' },
    'this-month': { from: '2026-03-01', to: '2026-03-04' },
    'last-month': { from: '2026-02-01', to: '2026-02-28' },
    'this-year': { from: '2026-01-01', to: '2026-03-04' },
  })
  expect(allPeriods('2026-03-01')['last-week']).toEqual({ from: '2026-02-16', to: '2026-02-22' })
  expect(allPeriods('2026-01-01')['last-month']).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})
