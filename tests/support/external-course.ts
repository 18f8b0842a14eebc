import { startInteractiveTest } from '#modules/learning/external/interactive-test.ts'
import { authorizeTest } from '#modules/learning/external/proctored-exam.ts'
import { takeCourse } from '#tests/fixtures/learning/quiz.ts'
import type { TestApp } from './app.ts'
import type { Owner } from './owner.ts'

/** The demo's Florida course without its lessons, ending in both kinds of external exams. */
const external = 9002
const lesson = 1002

async function addVersion({ database: { read } }: TestApp): Promise<void> {
  const [existing] = await read`select from catalogue.course_version where course_version_id = ${external}`
  if (existing) return
  const other = { course_version_id: external, version_number: external, proctored_ind: true, sts_ind: true }
  await read`
    insert into catalogue.course_version
    select (jsonb_populate_record(null::catalogue.course_version, to_jsonb(v) || ${read.json(other)}::jsonb)).*
    from catalogue.course_version v where course_version_id = 1`
}

/** A student's course with only the external exams left. */
export async function openExternal(app: TestApp, { user_id }: Owner) {
  await addVersion(app)
  const { studentCourseId } = await takeCourse(app, user_id, 1, lesson)
  await app.database.read`
    update learning.student_course set course_version_id = ${external} where student_course_id = ${studentCourseId}`
  return { studentCourseId, student_course_id: studentCourseId }
}

/** The same, with a session of each kind. */
export async function openSessions(app: TestApp, owner: Owner) {
  const course = await openExternal(app, owner)
  const ctx = await owner.ctx()
  await authorizeTest.run(ctx, { student_course_id: course.student_course_id })
  await startInteractiveTest.run(ctx, { studentCourseId: course.studentCourseId })
  const [exam] = await app.database.read<{ external_exam_id: number }>`
    select external_exam_id from learning.external_exam
    where student_course_id = ${course.student_course_id} and kind = 'proctored' limit 1`
  return { ...course, ...exam! }
}

/** The same, with a violation that waits for staff. */
export async function openViolation(app: TestApp, owner: Owner) {
  const course = await openSessions(app, owner)
  await app.database.read`
    update learning.external_exam set state = 'violation', ask_at = null
    where external_exam_id = ${course.external_exam_id}`
  return course
}
