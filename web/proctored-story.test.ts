import { beforeAll, expect, test } from 'vitest'
import { loadShowcase } from '#migrations/demo/load-showcase.ts'
import { takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { openOwner } from '#tests/support/owner.ts'
import { ok, openSeat } from '#tests/support/path.ts'

const app = await openTestApp({ jobs: true })
/** The Safe Driving Refresher of the demo: two lessons of 30 seconds, every check, and a proctored exam. */
const refresher = 5
const lessons = [1001, 1002] as const
let staff: Client
let numbers = 0
beforeAll(async () => {
  await app.database.tx(loadShowcase)
  staff = await app.as(await app.userId('admin@example.com'))
})

/** A student who has finished the setup without keyboard and device checks, using questions and phone. */
async function student() {
  const owner = await openOwner(app)
  const { studentCourseId: id } = await takeCourse(app, owner.user_id, refresher, lessons[0])
  const client = await owner.client()
  numbers += 1
  const number = `813555${String(numbers).padStart(4, '0')}`
  const { questions } = ok(await client.get(`/security/fetch?student_course_id=${id}`))
  const courseKey = { student_course_id: id }
  ok(
    await client.post('/user/saveCourseSetup', {
      studentCourseId: id,
      agreement: 'I Agree',
      questions: questions.map(({ question_id }: { question_id: number }) => ({ question_id, answer: 1 })),
      phone: { number, hours: allDay },
    }),
  )
  const byCode = async () => {
    ok(await client.post('/security/sendCode', { ...courseKey, channel: 'sms' }))
    return ok(
      await client.post('/security/verifyCode', { ...courseKey, code: app.phones.simulator.codeFor(`+1${number}`) }),
    )
  }
  await byCode()
  ok(await client.post('/security/skipMethod', { ...courseKey, method: 'biometrics' }))
  expect(ok(await client.post('/security/skipMethod', { ...courseKey, method: 'keystroke' })).completed).toBe(true)
  return { owner, id, client, byCode }
}

const allDay = Object.fromEntries(
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((day) => [
    day,
    { from: '00:00', to: '23:59' },
  ]),
)
type Student = Awaited<ReturnType<typeof student>>
const place = async ({ client, id }: Student) => (await client.visit(`/course/${id}`)).headers.get('location')

/** Takes both lessons and the check that comes due after a minute, up to the exam. */
async function takeLessons(item: Student) {
  const { client, id, byCode } = item
  await app.moveClock(31_000)
  ok(await client.post('/course/start', { studentCourseId: id }))
  const seat = await openSeat(app, client, id, refresher)
  for (const lesson of lessons) {
    await seat.stay(await seat.open(lesson))
    await seat.next(lesson)
  }
  expect(await place(item)).toBe(`/course/${id}/security/verify`)
  const { task } = ok(await client.post('/user/verifyStudentCourse', { studentCourseId: id }))
  if (task.method === 'phone') expect((await byCode()).verified).toBe(true)
  else ok(await client.post('/security/verifyAnswer', { student_course_id: id, answer: 1 }))
  // The check interrupted the last second of the lesson.
  await seat.stay(await seat.open(lessons[1]))
  ok(await seat.next(lessons[1]))
  expect(await place(item)).toBe(`/course/${id}/external`)
}

/** Opens the exam, sits it at the provider with this result and returns its ID. */
async function sitExam({ client, id }: Student, result: 'pass' | 'violation'): Promise<number> {
  const page = `/course/${id}/external`
  await client.visit(page, { go: 'open', kind: 'proctored' })
  const [exam] = await app.database.read<{ external_exam_id: number; reference: string }>`
    select external_exam_id, reference from learning.external_exam where student_course_id = ${id}
    order by external_exam_id desc limit 1`
  await app.exams.simulator.play(exam!.reference, result)
  await client.visit(page, { go: 'results', kind: 'proctored' })
  return exam!.external_exam_id
}

const statusOf = async ({ id }: Student) => {
  const [row] = await app.database.read<{ lk_student_course_status_id: number }>`
    select lk_student_course_status_id from learning.student_course where student_course_id = ${id}`
  return row!.lk_student_course_status_id
}

const examsIn = async ({ id }: Student) => {
  const print = ok(await staff.get(`/report/downloadStudentFootprintTX?student_course_id=${id}&format=json`))
  return (print.identity_checks as { action: string; result: string | null }[])
    .filter(({ action }) => action.startsWith('security.exam'))
    .map(({ result }) => result)
}

test('passing the proctored exam completes the course, and nothing before does', async () => {
  const taker = await student()
  await takeLessons(taker)
  expect((await taker.client.post('/course/complete', { studentCourseId: taker.id })).status).toBe(422)
  expect(await statusOf(taker)).toBe(4)
  await sitExam(taker, 'pass')
  // Passed, or certificate already issued.
  expect([6, 7]).toContain(await statusOf(taker))
  expect((await examsIn(taker)).at(-1)).toBe('passed')
})

test('an exam with a violation awaits staff, who refuse it with a reason shown to the student', async () => {
  const taker = await student()
  await takeLessons(taker)
  const external_exam_id = await sitExam(taker, 'violation')
  const page = `/course/${taker.id}/external`
  // In review until staff have decided.
  expect([await statusOf(taker), await place(taker)]).toEqual([5, `/course/${taker.id}/review`])
  const review = `/manage/external-exams/${external_exam_id}`
  expect((await staff.visit(review)).text).toContain('A second person was in the room.')
  await staff.visit(review, { go: 'refuse', external_exam_id: String(external_exam_id), notes: 'Someone helped.' })
  await app.runJobs()
  expect((await taker.client.visit(page)).text).toContain('Someone helped.')
  expect(app.mail.sent.findLast(({ to }) => to === taker.owner.email)!.text).toContain('Someone helped.')
  expect(await place(taker)).toBe(page)
  expect((await taker.client.post('/course/complete', { studentCourseId: taker.id })).status).toBe(422)
  expect(await examsIn(taker)).toContain('violation')
})
