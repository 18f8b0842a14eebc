import { afterEach, beforeAll, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { certificateModel } from '#modules/learning/certificates/certificate-model.ts'
import { buildRecord, hoursOf } from '#modules/learning/reporting/build-record.ts'
import { registeredFacts } from '#modules/learning/reporting/registered-facts.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { openTestApp } from '#tests/support/app.ts'
import { readFootprint } from './footprint.ts'
import { sectionsOf } from './footprint-sections.ts'
import { wordsOf } from './footprint-words.ts'

const app = await openTestApp()
const { read } = app.database
const user_id = await app.userId('student@example.com')
let student_course_id = 0
/** The course's timers by component type; the student spent the same time. */
const timers: Record<string, number> = {}
let parts = 0
beforeAll(async () => {
  student_course_id = await passCourse(app, user_id, 1)
  // A quiz of this course has a timer.
  await read`
    update catalogue.component set required_seconds = 600
    where component_id = (select min(component_id) from catalogue.component
                          where course_version_id = 1 and lk_component_type_id = 3 and not final_ind)`
  await read`
    update catalogue.course_version set required_seconds =
      (select sum(required_seconds) from catalogue.component where course_version_id = 1)
    where course_version_id = 1`
  const rows = await read<{ type: string; seconds: number; n: number }>`
    select case lk_component_type_id when 4 then 'breaks' when 3 then 'quizzes' else 'lessons' end as type,
           sum(required_seconds)::int as seconds, count(*)::int as n
    from catalogue.component where course_version_id = 1 group by 1`
  for (const { type, seconds } of rows) timers[type] = seconds
  // Two questions inside a lesson: one of 30 seconds, one without a time.
  await read`
    insert into catalogue.question ${read([inlineQuestion(901, 30), inlineQuestion(902, null)])}`
  await read`
    update catalogue.component set data = jsonb_set(data, '{content}', ${read.json({
      type: 'doc',
      content: [{ type: 'mediaCard', attrs: { component: 'inline-quiz', quiz_id: 77, questions: [901, 902] } }],
    })})
    where component_id = (select min(component_id) from catalogue.component
                          where course_version_id = 1 and lk_component_type_id = 1 and required_seconds > 30)`
  clearVersionCache()
  parts = rows.reduce((sum, { n }) => sum + n, 0)
  await read`
    insert into learning.student_progress
      (student_course_id, organization_id, component_id, credited_ms, break_started_at, completed_at)
    select ${student_course_id}, 1, component_id,
           case when lk_component_type_id = 4 then 0 else 1000 * required_seconds end,
           case when lk_component_type_id = 4 then platform.now() - interval '2 hours' end, platform.now()
    from catalogue.component where course_version_id = 1
    on conflict (student_course_id, component_id) do update
    set credited_ms = excluded.credited_ms, break_started_at = excluded.break_started_at,
        completed_at = excluded.completed_at`
  await read`
    insert into learning.seat_range
      (student_course_id, organization_id, user_id, student_progress_id, component_id, lease_id, beats, from_at, to_at)
    select ${student_course_id}, 1, ${user_id}, student_progress_id, component_id, gen_random_uuid(), 1, from_at,
           from_at + required_seconds * interval '1 second'
    from (select student_progress_id, component_id, required_seconds,
                 timestamptz '2026-01-01' + row_number() over (order by component_id) * interval '3 hours' as from_at
          from catalogue.component join learning.student_progress using (component_id)
          where student_course_id = ${student_course_id} and lk_component_type_id <> 4 and required_seconds > 0) each`
})
const inlineQuestion = (question_id: number, seconds: number | null) => ({
  course_version_id: 1,
  question_id,
  used_in: 'quiz',
  quiz_id: 77,
  position: question_id,
  lk_question_type_id: 2,
  title: 'Inside',
  reference: '',
  conditional: read.array([]),
  configuration: read.json({
    title: 'Inside',
    options: [],
    timer: { active: seconds !== null, seconds: seconds ?? 0 },
  }),
})
afterEach(() => read`delete from catalogue.program_rule`)

async function setProgram(program_id: string | null, basis: string[] | null = null) {
  await read`update catalogue.course_version set program_id = ${program_id} where course_version_id = 1`
  clearVersionCache()
  if (basis)
    await read`
      insert into catalogue.program_rule (program_id, rule, valid_from, value, citation, reason, user_id)
      values (${program_id!}, 'course.time_basis', '2020-01-01', ${read.json(basis)}, 'Rule 9', 'A test', 1)`
}

test.each([
  ['a course without a program', null, null, []],
  ['a program that counts all of it', 'fl-bdi', null, []],
  ['a program without identity checks', 'fl-bdi', ['identity_checks'], []],
  ['a program without breaks', 'fl-bdi', ['breaks'], ['breaks']],
  ['a program without quizzes', 'fl-bdi', ['quizzes'], ['quizzes']],
  ['a program without questions about the content', 'fl-bdi', ['content_questions'], ['quizzes', 'inside']],
  ['a program without breaks and quizzes', 'fl-bdi', ['breaks', 'quizzes'], ['breaks', 'quizzes']],
] as const)('%s: certificate, report and footprint state the same time', async (_case, program_id, basis, leftOut) => {
  await setProgram(program_id, basis && [...basis])
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  const course = await selectStudentCourse(ctx, student_course_id)
  const print = await readFootprint(ctx, course)
  const totalSeconds = timers.lessons! + timers.quizzes! + timers.breaks!
  timers.inside = 30
  const omittedSeconds = leftOut.reduce((sum, part) => sum + timers[part]!, 0)
  expect(timers.quizzes).toBeGreaterThan(0)
  expect(timers.breaks).toBeGreaterThan(0)
  expect(print.instruction).toEqual({
    required_seconds: totalSeconds - omittedSeconds,
    recorded_seconds: totalSeconds - omittedSeconds,
    left_out_seconds: omittedSeconds,
    source: leftOut.length > 0 ? 'Rule 9' : null,
  })
  expect(print.lessons).toHaveLength(parts)
  expect([print.version.required_seconds, print.recorded_seconds]).toEqual([totalSeconds, totalSeconds])
  const model = await certificateModel(ctx, {
    student_course_id,
    organization_id: 1,
    version: 1,
    certificate_number: 'N-1',
    check_code: 'ABCDEFGHJKLM',
    reserved_at: new Date(),
  })
  const facts = await registeredFacts(ctx, course, 'report')
  const record = await buildRecord(ctx, course, facts, { agency: 'fl-dhsmv', state_code: 'FL' }, 1)
  const hours = hoursOf(print.instruction.required_seconds)
  expect([model.hours, record.course.hours]).toEqual([hours, hours])
  const summary = JSON.stringify(sectionsOf(print, wordsOf('en-us', 'America/New_York'))[0]!.facts)
  expect(summary.includes('Required instruction')).toBe(leftOut.length > 0)
})
