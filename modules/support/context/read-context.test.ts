import { expect, test } from 'vitest'
import { isExtendable, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { UserActor } from '#platform/actor.ts'
import { addStudent, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'
import { readContext } from './read-context.ts'

const app = await openTestApp()
const { read } = app.database
const admin_id = await app.userId('admin@example.com')

const user_id = await addStudent(app)
const { studentCourseId: student_course_id } = await takeCourse(app, user_id, 1, 1011)
const response = await (await app.as(user_id)).post('/support/createSupportTicket', { details: 'Help' })
const chat_thread_id: number = response.body.data.chat_thread_id

/** The remedies offered for the course in this status, to staff with these permissions. */
async function readOffered(statusId: number, { endsInDays = 5, keys = ['MANAGE_STUDENTS:UPDATE'] }: Course = {}) {
  await read`
    update learning.student_course set lk_student_course_status_id = ${statusId}, lk_student_course_status_reason_id = null,
      expires_at = platform.now() + ${endsInDays}::int * interval '1 day'
    where student_course_id = ${student_course_id}`
  const actor = (await app.actorOf(admin_id)) as UserActor
  const permissions = new Set(['MANAGE_SUPPORT:READ', 'MANAGE_STUDENTS:READ', ...keys])
  const { courses } = await readContext(await app.ctx({ ...actor, permissions }), chat_thread_id)
  const [course] = courses
  return Object.entries(course!.can).flatMap(([name, may]) => (may ? [name] : []))
}
type Course = { endsInDays?: number | null; keys?: string[] }

const all = Object.values(status)

test.each(all)(
  'a ticket offers an extension for a course in status %i exactly if such a course can be extended',
  async (statusId) => {
    const expected = isExtendable(statusId)
    expect((await readOffered(statusId)).includes('extend')).toBe(expected)
    expect((await readOffered(statusId, { endsInDays: -1 })).includes('extend')).toBe(expected)
    expect((await readOffered(statusId, { endsInDays: null })).includes('extend')).toBe(statusId === status.expired)
    expect((await readOffered(statusId)).includes('unlock')).toBe(statusId === status.disabled)
    expect(await readOffered(statusId, { keys: ['MANAGE_STUDENTS:CREATE', 'MANAGE_PAYMENTS:UPDATE'] })).toEqual([])
  },
)

test('a ticket offers no extension for a course that was disabled because its order was canceled', async () => {
  await read`
    insert into learning.student_course_status_change (organization_id, student_course_id, from_status_id, to_status_id)
    select organization_id, student_course_id, ${status.notPaid}, ${status.disabled}
    from learning.student_course where student_course_id = ${student_course_id}`
  expect(await readOffered(status.disabled)).toEqual(['unlock'])
})
