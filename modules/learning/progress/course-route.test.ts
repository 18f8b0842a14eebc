import { expect, test } from 'vitest'
import { type StudentCourseStatus, status as s } from '#modules/learning/student-course/course-status.shared.ts'
import { type CoursePosition, isInside, pathOf } from './course-route.ts'

const positionIn = (status: StudentCourseStatus, overrides: Partial<CoursePosition> = {}): CoursePosition => ({
  student_course_id: 7,
  status,
  expired: false,
  registration_due: false,
  agreement_due: false,
  verification: null,
  external: false,
  component: { component_id: 12, is_quiz: false },
  ...overrides,
})

test.each([
  [s.notPaid, '/course/7/pay'],
  [s.payNow, '/course/7/pay'],
  [s.paidNotRegistered, '/course/7/12'],
  [s.paidRegistered, '/course/7/12'],
  [s.inProgress, '/course/7/12'],
  [s.attemptedCompletion, '/course/7/12'],
  [s.inRegistration, '/course/7/registration'],
  [s.inSecuritySetup, '/course/7/security/setup'],
  [s.confirmingInformation, '/course/7/confirm'],
  [s.inReview, '/course/7/review'],
  [s.grading, '/course/7/review'],
  [s.needsAttention, '/course/7/review'],
  [s.fixed, '/course/7/review'],
  [s.failed, '/course/7/completed'],
  [s.passed, '/course/7/passed'],
  [s.certificateIssued, '/course/7/issued'],
  [s.certificateIssuedManually, '/course/7/issued'],
  [s.disabled, '/course/7/disabled'],
  [s.refunded, '/course/7/disabled'],
  [s.completionError, '/course/7/disabled'],
  [s.completionErrorFlhsmv, '/course/7/disabled'],
  [s.expired, '/course/7/expired'],
])('a course with status %i continues at %s', (statusId, path) => {
  expect(pathOf(positionIn(statusId))).toBe(path)
})

test('registration comes first, then the agreement, then the lessons', () => {
  const state = positionIn(s.paidNotRegistered, { registration_due: true, agreement_due: true })
  expect(pathOf(state)).toBe('/course/7/registration')
  expect(pathOf({ ...state, registration_due: false })).toBe('/course/7/agreement')
  expect(pathOf({ ...state, registration_due: false, agreement_due: false })).toBe('/course/7/12')
})

test('a quiz has its own address', () => {
  const quiz = { component_id: 15, is_quiz: true }
  expect(pathOf(positionIn(s.inProgress, { component: quiz }))).toBe('/course/7/quiz/15')
})

test('expiry closes the lessons, but not the results', () => {
  expect(pathOf(positionIn(s.inProgress, { expired: true }))).toBe('/course/7/expired')
  expect(pathOf(positionIn(s.passed, { expired: true }))).toBe('/course/7/passed')
})

test('lessons are open only in the statuses of a course in progress', () => {
  const open = Object.values(s).filter((statusId) => isInside(positionIn(statusId)))
  expect(open).toEqual([s.paidNotRegistered, s.paidRegistered, s.inProgress, s.attemptedCompletion])
})
