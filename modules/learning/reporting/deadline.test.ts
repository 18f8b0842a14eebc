import { expect, test } from 'vitest'
import { listPacks } from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dayIn, startOfDay } from '#platform/zone.ts'
import { deadlineRuleOf, destinationOf } from './agencies/index.ts'
import { federalHolidays, isBusinessDay } from './business-days.ts'
import { programLimit } from './complete-by.ts'
import { deadlineOf } from './deadline.ts'

const due = (agency: 'fl-dhsmv' | 'fmcsa-tpr' | 'dmv', completed: string, state_code = '') =>
  deadlineOf(deadlineRuleOf({ agency, state_code }), new Date(completed)).toISOString()

test("the federal registry's deadline is midnight of the second business day, Eastern time", () => {
  // Monday -> end of Wednesday.
  expect(due('fmcsa-tpr', '2026-03-16T15:00:00Z')).toBe('2026-03-19T04:00:00.000Z')
  // Late Friday evening in New York is Saturday in UTC, but still Friday for the agency: end of Tuesday.
  expect(due('fmcsa-tpr', '2026-03-21T03:30:00Z')).toBe('2026-03-25T04:00:00.000Z')
  expect(due('fmcsa-tpr', '2026-03-22T15:00:00Z')).toBe('2026-03-25T04:00:00.000Z')
})

test('holidays do not count, including observed ones', () => {
  // Wednesday before Thanksgiving 2026-11-26: Friday is the first, Monday the second.
  expect(due('fmcsa-tpr', '2026-11-25T20:00:00Z')).toBe('2026-12-01T05:00:00.000Z')
  // Independence Day 2026 is a Saturday, observed on Friday 3 July.
  expect(due('fmcsa-tpr', '2026-07-01T16:00:00Z')).toBe('2026-07-07T04:00:00.000Z')
  // Juneteenth 2027 is a Saturday; 4 July 2027 is a Sunday, observed on Monday.
  expect(isBusinessDay('2027-06-18')).toBe(false)
  expect(isBusinessDay('2027-07-05')).toBe(false)
  // New Year's Day 2028 is a Saturday: the last Friday of 2027 is closed.
  expect(isBusinessDay('2027-12-31')).toBe(false)
  expect(due('fmcsa-tpr', '2027-12-30T16:00:00Z')).toBe('2028-01-05T05:00:00.000Z')
})

test('lists the federal holidays of a year', () => {
  expect(federalHolidays(2026).toSorted()).toEqual([
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03',
    '2026-09-07',
    '2026-10-12',
    '2026-11-11',
    '2026-11-26',
    '2026-12-25',
  ])
})

test('a clock change moves the midnight, not the day', () => {
  // Clocks go forward on 2027-03-14: before it Eastern is UTC-5, after it UTC-4.
  expect(due('fmcsa-tpr', '2027-03-12T15:00:00Z')).toBe('2027-03-17T04:00:00.000Z')
  // And back on 2026-11-01.
  expect(due('fmcsa-tpr', '2026-10-30T15:00:00Z')).toBe('2026-11-04T05:00:00.000Z')
  expect(due('dmv', '2026-10-30T15:00:00Z', 'NJ')).toBe('2026-11-10T05:00:00.000Z')
  expect(due('dmv', '2027-03-14T07:30:00Z', 'TX')).toBe('2027-03-20T05:00:00.000Z')
  expect(startOfDay('America/New_York', '2027-03-14').toISOString()).toBe('2027-03-14T05:00:00.000Z')
  expect(startOfDay('America/New_York', '2027-03-15').toISOString()).toBe('2027-03-15T04:00:00.000Z')
  expect(dayIn('America/New_York', new Date('2026-11-01T03:59:59Z'))).toBe('2026-10-31')
})

test('states have their own deadlines: New York immediate, Texas 5 days, New Jersey 10 days, others by default', () => {
  const completed = '2026-05-08T18:00:00Z'
  expect(due('dmv', completed, 'NY')).toBe('2026-05-08T18:00:00.000Z')
  expect(due('dmv', completed, 'TX')).toBe('2026-05-14T05:00:00.000Z')
  expect(due('dmv', completed, 'NJ')).toBe('2026-05-19T04:00:00.000Z')
  expect(due('dmv', completed, 'MI')).toBe('2026-05-10T18:00:00.000Z')
  expect(due('fl-dhsmv', completed, 'FL')).toBe('2026-05-10T18:00:00.000Z')
})

test('the course and the student determine the receiver of a completion', () => {
  const course = (reports_to: string | null, ...state_codes: string[]) => ({ reports_to, state_codes })
  expect(destinationOf(course(null, 'FL'), 'GA')).toEqual({ agency: 'fl-dhsmv', state_code: 'FL' })
  expect(destinationOf(course('fmcsa-tpr', 'FL', 'TX'), 'TX')).toEqual({ agency: 'fmcsa-tpr', state_code: 'TX' })
  expect(destinationOf(course(null, 'FL', 'NY'), 'NY')).toEqual({ agency: 'dmv', state_code: 'NY' })
  expect(destinationOf(course(null, 'FL', 'NY'), 'FL')).toEqual({ agency: 'fl-dhsmv', state_code: 'FL' })
  expect(destinationOf(course(null, 'GA', 'NY'), 'FL')).toEqual({ agency: 'dmv', state_code: 'FL' })
  expect(destinationOf(course(null, 'MI'), '')).toEqual({ agency: 'dmv', state_code: 'MI' })
  expect(destinationOf(course(null, 'FL', 'NY'), '')).toEqual({ agency: 'dmv', state_code: '' })
  expect(destinationOf(course('dmv', 'FL'), 'GA')).toEqual({ agency: 'dmv', state_code: 'FL' })
  expect(destinationOf(course('fl-dhsmv', 'FL', 'GA'), 'GA')).toEqual({ agency: 'fl-dhsmv', state_code: 'FL' })
})

test("a program's time limit runs from the registration, or from the start where its rule says so", async () => {
  const ctx = { sql: async () => [] } as unknown as Ctx
  const registered_at = new Date('2026-03-02T12:00:00Z')
  const started_at = new Date('2026-04-20T12:00:00Z')
  const limits = listPacks().map(async ({ id }) => {
    const both = await programLimit(ctx, id, { registered_at, started_at })
    const notStarted = await programLimit(ctx, id, { registered_at, started_at: null })
    const atOnce = await programLimit(ctx, id, { registered_at: started_at, started_at })
    return { id, from: notStarted ? 'registration' : 'start', both, notStarted, atOnce }
  })
  const limited = (await Promise.all(limits)).filter(({ both }) => both)
  for (const { id, from, both, notStarted, atOnce } of limited)
    expect([id, both]).toEqual([id, from === 'start' ? atOnce : notStarted])
  const fromStart = limited.filter(({ from }) => from === 'start').map(({ id }) => id)
  expect(fromStart.toSorted()).toEqual(['il-adult', 'oh-teen-24h'])
  expect(limited.length).toBeGreaterThan(fromStart.length)
})
