// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { fakeApi } from '#platform/testing/fake-api.ts'

fakeApi()
const { default: CertificatesTab } = await import('./certificates-tab.island.tsx')

const ownAccount = { kind: 'student', user_id: 5, own: true } as const
const staff = { ...ownAccount, own: false } as const
const listOf = (course: Record<string, unknown>) =>
  ({
    error: false,
    studentCourses: [
      {
        student_course_id: 12,
        course_name: 'Basic Driver Improvement',
        lk_student_course_status_id: status.passed,
        awaits_number: 'answer',
        certificates: [],
        ...course,
      },
    ],
  }) as never

afterEach(cleanup)

test('a certificate that waits for its number is listed with its course and what is next', () => {
  render(<CertificatesTab place={ownAccount} first={listOf({})} />)
  expect(screen.getByText("Waiting for the agency's number")).toBeTruthy()
  expect(screen.getByText(/when it accepts the report/)).toBeTruthy()
  expect(screen.getByText('Basic Driver Improvement')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/course/12/report')
  cleanup()
  render(<CertificatesTab place={staff} first={listOf({ awaits_number: 'stock' })} />)
  expect(screen.getByText('Waiting for certificate numbers')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/manage/completion-report/12')
})

test.each([
  ['without a wait', { awaits_number: null }],
  ['that is not passed', { lk_student_course_status_id: status.refunded }],
])('a course %s has no certificate to wait for', (_, course) => {
  render(<CertificatesTab place={ownAccount} first={listOf(course)} />)
  expect(screen.getByText('No certificates yet.')).toBeTruthy()
})
