import { expect, test } from 'vitest'
import { addStudent, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
const admin = await app.as(await app.userId('admin@example.com'))
const instructor_id = await app.userId('instructor@example.com')
const florida = 1

type Row = { course_id: number } & Record<string, number | null>
const fetchCourses = async (query: string) => (await admin.get(`/course/fetch?limit=50${query}`)).body.courses as Row[]
const floridaOf = async (query: string) => (await fetchCourses(query)).find(({ course_id }) => course_id === florida)!
const figures = ['courses_count', 'students_count', 'certificates_count', 'sub_instructors', 'lk_instructor_status']

/** Another instructor of an organization, who is disabled. */
async function addInstructor(organization_id: number) {
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, lk_user_status_id, loginid, email)
    values (${organization_id}, 2, 2, ${`teacher-${organization_id}`}, ${`teacher-${organization_id}@example.com`})
    returning user_id`
  return row!.user_id
}

test("an instructor's courses have the number of students; other lists count nothing", async () => {
  const before = await floridaOf(`&instructor_id=${instructor_id}`)
  const student = await addStudent(app, 1)
  await takeCourse(app, student, florida, 1_011)
  await takeCourse(app, student, florida, 1_011)
  await takeCourse(app, await addStudent(app, 1), florida, 1_011)
  // A student of a sibling organization does not count.
  await read`
    insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id)
    select 2, ${await addStudent(app, 2)}, ${florida}, course_website_id from catalogue.course_website
    where organization_id = 2 and course_id = ${florida} limit 1`
  const after = await floridaOf(`&instructor_id=${instructor_id}`)
  expect([after.courses_count! - before.courses_count!, after.students_count! - before.students_count!]).toEqual([3, 2])
  expect(after).toMatchObject({ certificates_count: expect.any(Number), lk_instructor_status: 1, sub_instructors: 0 })
  const plain = await floridaOf('')
  expect(figures.map((name) => plain[name])).toEqual(figures.map(() => null))
})

test('marks a disabled instructor; returns no courses for students and instructors out of scope', async () => {
  expect(await floridaOf(`&instructor_id=${await addInstructor(1)}`)).toMatchObject({ lk_instructor_status: 2 })
  for (const user_id of [await addInstructor(2), await addStudent(app, 1), 999_999_999])
    expect(await fetchCourses(`&instructor_id=${user_id}`)).toEqual([])
})
