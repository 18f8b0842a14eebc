import { saveCourseSetup, verifyStudentCourse } from '../../modules/learning/index.ts'
import { takeCourse } from '../fixtures/learning/quiz.ts'
import type { TestApp } from './app.ts'
import type { Owner } from './owner.ts'

/** The Florida course of the demo as it is sold where a state asks who sits it: another version of it. */
const guarded = 9001
const lesson = 1002

async function addVersion({ database: { read } }: TestApp): Promise<void> {
  await read`
    insert into catalogue.course_version (course_version_id, course_id, version_number, name, required_seconds,
      disclaimer, completion_configuration, course_registration_options, course_security_options, published_at)
    select ${guarded}, course_id, ${guarded}, name, required_seconds, disclaimer, completion_configuration,
           course_registration_options,
           jsonb_set(course_security_options || '{"setupIAgree": true}', '{methods,security_questions,enabled}', 'true'),
           published_at
    from catalogue.course_version where course_version_id = 1
    on conflict do nothing`
  await read`
    insert into catalogue.chapter (course_version_id, chapter_id, position, name)
    select ${guarded}, chapter_id, position, name from catalogue.chapter where course_version_id = 1
    on conflict do nothing`
  await read`
    insert into catalogue.section (course_version_id, section_id, chapter_id, position, name)
    select ${guarded}, section_id, chapter_id, position, name from catalogue.section where course_version_id = 1
    on conflict do nothing`
  await read`
    insert into catalogue.course_question_bank (course_version_id, course_question_bank_id, name)
    select ${guarded}, course_question_bank_id, name from catalogue.course_question_bank where course_version_id = 1
    on conflict do nothing`
  await read`
    insert into catalogue.component (course_version_id, component_id, section_id, position, name, lk_component_type_id,
                                     final_ind, required_seconds, timer_active_ind, timer_seconds, data)
    select ${guarded}, component_id, section_id, position, name, lk_component_type_id, final_ind, required_seconds,
           timer_active_ind, timer_seconds, data
    from catalogue.component where course_version_id = 1
    on conflict (course_version_id, component_id) do nothing`
  await read`
    insert into catalogue.question (course_version_id, question_id, used_in, quiz_id, course_question_bank_id, position,
      lk_question_type_id, title, reference, conditional, configuration)
    select ${guarded}, question_id, used_in, quiz_id, course_question_bank_id, position, lk_question_type_id, title,
           reference, conditional, configuration
    from catalogue.question where course_version_id = 1
    on conflict do nothing`
}

/** A course of the student whose identity checks are not set up yet. */
export async function openGuarded(app: TestApp, { user_id }: Owner) {
  await addVersion(app)
  const { studentCourseId } = await takeCourse(app, user_id, 1, lesson)
  await app.database.read`
    update learning.student_course set course_version_id = ${guarded} where student_course_id = ${studentCourseId}`
  return { studentCourseId, student_course_id: studentCourseId }
}

/** All personal questions of the course, each with its first choice. */
export async function setupAnswers({ database: { read } }: TestApp) {
  const rows = await read<{ question_id: number }>`
    select question_id from catalogue.question
    where course_version_id = ${guarded} and used_in = 'security' order by position`
  return rows.map(({ question_id }) => ({ question_id, answer: 1 }))
}

/** The same with everything set up, and a check due. */
export async function openDue(app: TestApp, owner: Owner) {
  const course = await openGuarded(app, owner)
  const ctx = await owner.ctx()
  const { studentCourseId } = course
  await saveCourseSetup.run(ctx, { studentCourseId, agreement: 'I Agree', questions: await setupAnswers(app) })
  await app.database.read`
    update learning.identity_setup set passed_session_id = 0 where student_course_id = ${studentCourseId}`
  return course
}

/** The same, with a question that waits for its answer as long as the test takes. */
export async function openChecked(app: TestApp, owner: Owner) {
  const course = await openDue(app, owner)
  const { task } = await verifyStudentCourse.run(await owner.ctx(), { studentCourseId: course.studentCourseId })
  await app.database.read`
    update learning.identity_check set expires_at = null where student_course_id = ${course.studentCourseId}`
  return { ...course, question_id: task!.question!.question_id }
}

/** The same, locked by a failed check. */
export async function openLocked(app: TestApp, owner: Owner) {
  const course = await openChecked(app, owner)
  const { studentCourseId } = course
  const { read } = app.database
  await read`
    update learning.identity_check set decided_at = platform.now(), result = 'failed'
    where student_course_id = ${studentCourseId}`
  await read`
    update learning.student_course set lk_student_course_status_id = 9, lk_student_course_status_reason_id = 7
    where student_course_id = ${studentCourseId}`
  await read`
    insert into learning.student_course_status_change (student_course_id, organization_id, from_status_id, to_status_id)
    values (${studentCourseId}, 1, 4, 9)`
  return course
}

/** The same, with an appeal that waits for staff. */
export async function openAppealed(app: TestApp, owner: Owner) {
  const course = await openLocked(app, owner)
  const [made] = await app.database.read<{ identity_appeal_id: number }>`
    insert into learning.identity_appeal (student_course_id, organization_id, words)
    values (${course.studentCourseId}, 1, 'My phone rang.') returning identity_appeal_id`
  return { ...course, ...made! }
}
