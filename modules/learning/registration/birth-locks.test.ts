import { expect, it } from 'vitest'
import { confirmDateOfBirth, correctDateOfBirth } from '#modules/identity/index.ts'
import { saveUserInformation } from '#modules/identity/profile/save-user-information.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openRegistrations, permit, spanish } from './registration.fixture.ts'

const { app, newStudent, enrollStudent } = await openRegistrations()
const { read } = app.database
const staff = await app.ctx(await app.actorOf(await app.userId('admin@example.com')))

/** A student with two courses. */
async function student() {
  const user_id = await newStudent()
  const courses = [await enrollStudent(user_id, permit), await enrollStudent(user_id, spanish)]
  await read`update identity.person set dob = '1990-01-01' where user_id = ${user_id}`
  const ctx = await app.ctx(await app.actorOf(user_id))
  /** Locks the course, then the person, like a registration that states the date. */
  const register = (index: number) =>
    ctx.tx(async (inner) => {
      await lockStudentCourse(inner, courses[index % 2]!)
      await confirmDateOfBirth(inner, user_id, '1990-01-01').catch(() => {})
    })
  return { user_id, register }
}

it('staff correct a date of birth while registrations of that person are submitted, without failures', async () => {
  const { user_id, register } = await student()
  await atOnce<unknown>(
    (index) =>
      index % 3 === 0
        ? staff.tx((inner) => correctDateOfBirth(inner, user_id, `199${index % 10}-02-02`, null))
        : register(index),
    30,
  )
  const [person] = await read<{ dob: string }>`select dob::text from identity.person where user_id = ${user_id}`
  expect(person!.dob).toMatch(/^199\d-/)
})

it("staff correct a date of birth on the person's page at the same time, without failures", async () => {
  const { user_id, register } = await student()
  const results = await atOnce(
    (index) =>
      index % 3 === 0
        ? saveUserInformation
            .run(staff, {
              user_id,
              profile: {
                first_name: 'Reg',
                last_name: 'Student',
                email: `birth${user_id}@example.com`,
                dob: `02/02/199${index % 10}`,
              },
            } as never)
            .then(() => 'saved')
        : register(index).then(() => 'registered'),
    30,
  )
  expect(new Set(results)).toEqual(new Set(['saved', 'registered']))
})
