import { describe, expect, test } from 'vitest'
import type { SecurityOptions } from '#modules/catalogue/index.ts'
import { type DueState, dueReason, maxPause, maxSitting, seatTimeLeft } from './due.ts'

const minute = 60_000
const day = 24 * 60 * minute
const state = (overrides: Partial<DueState> = {}): DueState => ({
  completed_at: new Date(0),
  open_reason: null,
  passed_ms: day,
  passed_session_id: 7,
  passed_spent_ms: 0,
  spent_ms: 0,
  active_ms: day,
  now_ms: day,
  named_ind: false,
  ...overrides,
})
const options = (verifyStudentOnCourseResume: 0 | 1, type: string, value = 10) =>
  ({
    globalSettings: { verifyStudentOnCourseResume, frequencySettings: { type, value } },
  }) as unknown as SecurityOptions
const dueCheck = (securityOptions: SecurityOptions, overrides: Partial<DueState>, session_id: number | null = 7) =>
  dueReason(securityOptions, state(overrides), session_id)

test('a pause is half an hour, and a session twelve hours', () => {
  expect([maxPause, maxSitting]).toEqual([30 * minute, 12 * 60 * minute])
})

describe('a course that checks identity on resumption', () => {
  const resume = options(1, 'minutes', 0)
  test.each([
    ['the session that passed, at once', {}, 7, null],
    ['another session', {}, 8, 'resume'],
    ['no session', {}, null, 'resume'],
    ['a check that no session has passed', { passed_session_id: null }, 7, 'resume'],
    ['a pause of half an hour', { now_ms: day + 30 * minute }, 7, null],
    ['a pause of a millisecond more', { now_ms: day + 30 * minute + 1 }, 7, 'resume'],
    [
      'a pause since the activity, not since the check',
      { active_ms: day + 20 * minute, now_ms: day + 50 * minute },
      7,
      null,
    ],
    ['a pause since the check, which was after the activity', { active_ms: 0, now_ms: day + 30 * minute }, 7, null],
    ['a sitting of twelve hours', { active_ms: day + 720 * minute, now_ms: day + 720 * minute }, 7, null],
    ['a sitting of a millisecond more', { active_ms: day + 720 * minute, now_ms: day + 720 * minute + 1 }, 7, 'resume'],
  ] as const)('%s', (_, overrides, session, expected) => expect(dueCheck(resume, overrides, session)).toBe(expected))

  test('checks that first, before time or components', () => {
    expect(dueCheck(options(1, 'minutes'), { spent_ms: 10 * minute }, 8)).toBe('resume')
    expect(dueCheck(options(1, 'selectedComponent'), { named_ind: true }, 8)).toBe('resume')
  })
  test('is the only kind that checks in a new session', () => {
    expect(dueCheck(options(0, 'minutes'), { now_ms: 3 * day }, 8)).toBeNull()
  })
})

describe('a course that checks identity by seat time or components', () => {
  test.each([
    ['before its minutes have passed', 'minutes', 10, { spent_ms: 10 * minute - 1 }, null],
    ['when they have', 'minutes', 10, { spent_ms: 10 * minute }, 'interval'],
    ['counted from the last check', 'minutes', 10, { spent_ms: 19 * minute, passed_spent_ms: 10 * minute }, null],
    ['and again', 'minutes', 10, { spent_ms: 20 * minute, passed_spent_ms: 10 * minute }, 'interval'],
    ['from zero after a reset', 'minutes', 10, { spent_ms: 9 * minute, passed_spent_ms: 30 * minute }, null],
    [
      'from zero after a reset, when they have passed',
      'minutes',
      10,
      { spent_ms: 10 * minute, passed_spent_ms: 30 * minute },
      'interval',
    ],
    ['never with no minutes', 'minutes', 0, { spent_ms: day }, null],
    ['after a named component', 'selectedComponent', 10, { named_ind: true }, 'component'],
    ['not before it', 'selectedComponent', 10, { spent_ms: day }, null],
    ['a component calls for none by time', 'minutes', 10, { named_ind: true }, null],
  ] as const)('%s', (_, type, value, overrides, expected) =>
    expect(dueCheck(options(0, type, value), overrides)).toBe(expected),
  )

  test('returns the remaining seat time, negative once it is over', () => {
    const timeLeft = (spent_ms: number, type = 'minutes') =>
      seatTimeLeft(options(0, type), { spent_ms, passed_spent_ms: 0 })
    expect([timeLeft(0), timeLeft(9 * minute), timeLeft(12 * minute)]).toEqual([10 * minute, minute, -2 * minute])
    expect(timeLeft(0, 'selectedComponent')).toBeNull()
  })
})
