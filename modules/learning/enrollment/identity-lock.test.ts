import { expect, test } from 'vitest'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture } from '#tests/fixtures/learning/course.ts'
import { findIdentityLock } from './identity-lock.ts'

const databases = await testDatabase()
const fixture = await courseFixture(databases)
const { read } = databases.db

/** A course in one of these states is not a purchase, so nothing depends on the student's name and date of birth. */
const unbought: readonly number[] = [status.notPaid, status.payNow, status.refunded]

test.each(Object.entries(status))(
  'a course in the state %s locks a date of birth if it is bought',
  async (_name, statusId) => {
    const user_id = await fixture.person()
    const student_course_id = await fixture.enrolled(user_id, statusId)
    await read`update learning.student_course set registered_at = null where student_course_id = ${student_course_id}`
    const lockOf = async (born: boolean) =>
      (await findIdentityLock(fixture.student(user_id), user_id, born))?.[0] ?? null
    const boughtMessage = expect.stringMatching(/^You bought a course/)
    expect([await lockOf(true), await lockOf(false)]).toEqual([
      unbought.includes(statusId) ? null : boughtMessage,
      null,
    ])
  },
)

test('a registration that is submitted and not completed also locks the identity', async () => {
  const user_id = await fixture.person()
  const student_course_id = await fixture.enrolled(user_id, status.inRegistration)
  await read`update learning.student_course set registered_at = null where student_course_id = ${student_course_id}`
  const row = { student_course_id, organization_id: 1, submitted_at: null as Date | null }
  await read`insert into learning.registration ${read(row)}`
  expect(await findIdentityLock(fixture.student(user_id), user_id, false)).toBeNull()
  await read`update learning.registration set submitted_at = platform.now() where student_course_id = ${student_course_id}`
  expect((await findIdentityLock(fixture.student(user_id), user_id, false))?.[0]).toMatch(/^You submitted/)
})

test('a submitted registration locks the identity in every state, with or without a date of birth', async () => {
  for (const courseStatus of [...unbought, status.inProgress]) {
    const user_id = await fixture.person()
    await fixture.enrolled(user_id, courseStatus)
    const ctx = fixture.student(user_id)
    expect((await findIdentityLock(ctx, user_id, false))?.[0]).toMatch(/^You submitted your course registration/)
  }
})

test.each([
  ['a valid one', null, /certificate/i],
  ['a withdrawn one', new Date(), null],
] as const)('a certificate locks a name while it is valid: %s', async (_name, deleted_at, expected) => {
  const user_id = await fixture.person()
  const student_course_id = await fixture.enrolled(user_id, status.refunded)
  await read`update learning.student_course set registered_at = null where student_course_id = ${student_course_id}`
  const certificateKey = { student_course_id, version: 1, organization_id: 1 }
  const check_code = String(student_course_id).replace(/[01]/g, 'A').padStart(12, 'L')
  await read`insert into learning.certificate_reservation ${read({ ...certificateKey, certificate_number: check_code, check_code })}`
  await read`insert into learning.student_certificate ${read({
    ...certificateKey,
    user_id,
    certificate_template_id: 1,
    certificate_number: check_code,
    check_code,
    model: read.json({}),
    content_hash: '0'.repeat(64),
    jpg_key: 'a.jpg',
    pdf_key: 'a.pdf',
    issued_at: new Date(),
    deleted_at,
  })}`
  const reason = (await findIdentityLock(fixture.student(user_id), user_id, true))?.[0] ?? null
  if (expected === null) expect(reason).toBeNull()
  else expect(reason).toMatch(expected)
})
