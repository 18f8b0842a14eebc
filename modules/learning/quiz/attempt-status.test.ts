import { expect, it } from 'vitest'
import type { Attempt } from '#modules/learning/questions/attempt.sql.ts'
import { attemptStatus } from '#modules/learning/questions/attempt-status.ts'
import type { Outcome } from '#modules/learning/questions/grading.ts'
import { statusOf } from './end-attempt.ts'

/** The status of an attempt by its grades, for an attempt in time and one that is overdue. */
const statusesOf = (verdict: Outcome['verdict'], lk_quiz_attempt_status_id: number) =>
  [false, true].map((overdue) =>
    statusOf({ verdict } as Outcome, { overdue, lk_quiz_attempt_status_id } as unknown as Attempt),
  )

const { passed, failed, expired, inReview, fixed } = attemptStatus

it.each(Object.entries(attemptStatus))('an attempt that was %s follows its grades', (_, before) => {
  expect(statusesOf('passed', before)).toEqual([passed, passed])
  expect(statusesOf('failed', before)).toEqual([failed, expired])
  // A corrected attempt stays corrected until it is decided.
  const waitingStatus = before === fixed ? fixed : inReview
  expect(statusesOf('in_review', before)).toEqual([waitingStatus, waitingStatus])
})
