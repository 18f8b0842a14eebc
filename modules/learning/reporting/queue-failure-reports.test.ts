import { beforeEach, expect, test } from 'vitest'
import { QuestionInput } from '#modules/catalogue/questions/question-input.schema.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { addDays, dayIn, startOfDay } from '#platform/zone.ts'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { queueCompletionReport } from './queue-completion-report.ts'
import { queueFailureReports } from './queue-failure-reports.ts'
import { refuseCompletion } from './refuse-completion.ts'
import type { ReportState } from './report.sql.ts'
import { reportingState } from './reporting-state.ts'
import { sendReport } from './send-report.ts'

const world = await openCompletions()
const { database, job } = world
const day = 86_400

const dueQuestion = 40
const { configuration } = QuestionInput.parse({
  lk_question_type_id: questionType.date,
  configuration: { title: 'Deadline date of the notice', asksFor: 'due-date', required: false },
})
await database.read`insert into catalogue.question ${database.read({
  course_version_id: course.florida,
  question_id: dueQuestion,
  used_in: 'registration',
  position: dueQuestion,
  lk_question_type_id: questionType.date,
  title: configuration.title,
  configuration: database.read.json(configuration),
})}`

async function follow(program_id: string | null) {
  await database.read`
    update catalogue.course_version set program_id = ${program_id} where course_version_id = ${course.florida}`
  clearVersionCache()
}

beforeEach(async () => {
  await follow('mi-bdic')
  await database.read`update learning.student_course set registered_at = null`
})

/** A registered student of the course with a status, and a notice that ends so many days from today. */
async function taking(at: number, days: number | null) {
  const studentCourse = await world.passed({ report: false })
  await database.read`
    update learning.student_course
    set lk_student_course_status_id = ${at}, passed_at = null, completed_at = null, registered_at = platform.now()
    where student_course_id = ${studentCourse.student_course_id}`
  const [clock] = await database.read<{ now: Date }>`select platform.now() as now`
  if (days !== null) {
    const [year, month, date] = dayIn('America/New_York', new Date(clock!.now.getTime() + days * day * 1000)).split('-')
    await database.read`
      insert into learning.registration_answer (student_course_id, organization_id, question_id, answer)
      values (${studentCourse.student_course_id}, 1, ${dueQuestion}, ${database.read.json(`${month}/${date}/${year}`)})`
  }
  return studentCourse
}

const reportsOf = async (student_course_id: number) => [
  ...(await database.read<{
    completion_report_id: number
    agency: string
    state: string
    number: number
    outcome: string
  }>`
    select completion_report_id, agency, state, number, record ->> 'outcome' as outcome
    from learning.completion_report where student_course_id = ${student_course_id} order by completion_report_id`),
]
const owe = () => queueFailureReports(job(), noSignal)

test('a failed course is owed after the notice date, and only once', async () => {
  const { student_course_id } = await taking(status.failed, 1)
  await owe()
  expect(await reportsOf(student_course_id)).toEqual([])
  await world.move(2 * day)
  await Promise.all([owe(), owe()])
  await owe()
  expect(await reportsOf(student_course_id)).toMatchObject([{ agency: 'mi-sos', state: 'due', outcome: 'failed' }])
})

test('the day of the notice counts until midnight in Michigan', async () => {
  const { student_course_id } = await taking(status.failed, 0)
  const [clock] = await database.read<{ now: Date }>`select platform.now() as now`
  const zone = 'America/Detroit'
  const midnight = startOfDay(zone, addDays(dayIn(zone, clock!.now), 1))
  const seconds = Math.floor((midnight.getTime() - clock!.now.getTime()) / 1000)
  await world.move(seconds - 60)
  await owe()
  expect(await reportsOf(student_course_id)).toEqual([])
  await world.move(61)
  await owe()
  expect(await reportsOf(student_course_id)).toMatchObject([{ agency: 'mi-sos', outcome: 'failed' }])
})

test.each([
  ['in progress', status.inProgress],
  ['expired', status.expired],
  ['in review', status.inReview],
])('a course that is %s after the day of the notice was not finished', async (_case, at) => {
  const { student_course_id } = await taking(at, -1)
  await owe()
  expect(await reportsOf(student_course_id)).toMatchObject([{ agency: 'mi-sos', outcome: 'failed' }])
})

test.each([
  ['failed', status.failed, 1],
  ['expired', status.expired, 1],
  ['in progress', status.inProgress, 0],
  ['refunded', status.refunded, 0],
  ['certified', status.certificateIssued, 0],
])('without the day of a notice, a course that is %s', async (_case, at, count) => {
  const { student_course_id } = await taking(at, null)
  await owe()
  expect(await reportsOf(student_course_id)).toHaveLength(count)
})

test('a program that does not require failures gets none', async () => {
  await follow('ny-pirp')
  const { student_course_id } = await taking(status.failed, -3)
  await owe()
  expect(await reportsOf(student_course_id)).toEqual([])
})

test("the agency's response changes neither the status nor the student's view, and sends no email", async () => {
  const { student_course_id, user_id } = await taking(status.failed, -1)
  await owe()
  const [report] = await reportsOf(student_course_id)
  world.facts.length = 0
  await sendReport(job(), report!.completion_report_id, noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted' }])
  expect(world.facts.filter(({ fact }) => fact.startsWith('learning.report_'))).toEqual([])
  expect(await reportingState(world.student(user_id), student_course_id)).toBeNull()
  const staff = world.staff(['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:UPDATE'])
  expect(await reportingState(staff, student_course_id)).toMatchObject({ agency: 'mi-sos' })
  const refusal = { student_course_id, completion_report_id: report!.completion_report_id, code: 'X', message: 'No' }
  await refuseCompletion.run(staff, refusal)
  expect(await world.statusOf(student_course_id)).toBe(status.failed)
  expect(world.facts.filter(({ fact }) => fact.startsWith('learning.report_'))).toEqual([])
})

/** A failure that the agency refused stays as its refusal. */
const afterPassing: Record<Exclude<ReportState, 'replaced'>, 'replaced' | 'rejected'> = {
  due: 'replaced',
  sending: 'replaced',
  retry: 'replaced',
  accepted: 'replaced',
  waiting: 'replaced',
  watched: 'replaced',
  rejected: 'rejected',
}
test.each(Object.entries(afterPassing))(
  'a course that is passed after all: its report follows the one of the failure, which was %s and is then %s',
  async (state, after) => {
    const { student_course_id } = await taking(status.failed, -1)
    await owe()
    const [failure] = await reportsOf(student_course_id)
    await database.read`
      update learning.completion_report
      set state = ${state}, accepted_at = case when ${state} = 'accepted' then platform.now() end
      where completion_report_id = ${failure!.completion_report_id}`
    await database.read`
      update learning.student_course
      set lk_student_course_status_id = ${status.passed}, passed_at = platform.now()
      where student_course_id = ${student_course_id}`
    const system = world.ctx({ kind: 'system', name: 'test' })
    await system.tx((ctx) => queueCompletionReport(ctx, student_course_id))
    await system.tx((ctx) => queueCompletionReport(ctx, student_course_id))
    expect(await reportsOf(student_course_id)).toMatchObject([
      { state: after, number: 1, outcome: 'failed' },
      { state: 'due', number: 2, outcome: 'passed' },
    ])
  },
)
