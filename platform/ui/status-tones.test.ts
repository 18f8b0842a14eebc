import { expect, test } from 'vitest'
import { lookups as catalogue } from '#modules/catalogue/lookups.shared.ts'
import { lookups as checkout } from '#modules/checkout/lookups.shared.ts'
import { lookups as identity } from '#modules/identity/lookups.shared.ts'
import { lookups as learning } from '#modules/learning/lookups.shared.ts'
import { courseTone, status } from '#modules/learning/student-course/course-status.shared.ts'
import { lookups as support } from '#modules/support/lookups.shared.ts'
import { statusTones, toneOf, tonesOf } from './status-tones.ts'

test('a course has the same color for its student and for staff', () => {
  expect(courseTone(status.certificateIssued)).toBe('green')
  for (const [id, [english]] of Object.entries(learning.lk_student_course_status))
    expect(courseTone(Number(id)), english).toBe(toneOf(english))
})

test.each([
  ['green', ['Open', 'Published', 'Active', 'Paid', 'Enabled', 'Finished', 'Passed', 'Resolved', 'Certificate Issued']],
  ['red', ['Unpaid', 'Disabled', 'Failed', 'Reopened', 'Needs Attention']],
  ['orange', ['Refunded', 'Pending', 'Fixed', 'In Review', 'Voided', 'Not Verified']],
  ['purple', ['In Progress']],
  ['gray', ['Expired', 'Unpublished']],
] as const)('the color %s is specified for %j', (tone, names) => {
  expect(names.map((name) => toneOf(name))).toEqual(names.map(() => tone))
})

test('payments have the colors of their page', () => {
  expect(tonesOf(checkout.lk_payment_status, 'payment')).toMatchObject({ 1: 'green', 2: 'yellow', 3: 'red' })
})

test('every status lookup has a color besides gray', () => {
  const lookups = { ...catalogue, ...checkout, ...identity, ...learning, ...support }
  const statuses = Object.entries(lookups).filter(([name]) => /_status$/.test(name))
  expect(statuses.length).toBeGreaterThan(7)
  for (const [name, lookup] of statuses)
    expect(Object.values(lookup).filter(([english]) => statusTones[english]).length, name).toBeGreaterThan(0)
})
