import { expect, test } from 'vitest'
import { type CourseFact, findCourseEmail } from '#modules/learning/entry.ts'
import { enrolled } from '#modules/learning/facts.ts'
import { changeStatus, status } from '#modules/learning/index.ts'
import { statusChanged } from '#modules/learning/status/facts.ts'
import { addStudent, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'
import { inTurn } from '#tests/support/in-turn.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const system = () => app.ctx({ kind: 'system', name: 'test' })
const staff = await app.as(await app.userId('instructor@example.com'))

/** A student with this language and a course, after the enrollment email. */
async function taking(lk_language_id = 1) {
  const user_id = await addStudent(app)
  await read`update identity.person set lk_language_id = ${lk_language_id} where user_id = ${user_id}`
  const { studentCourseId: student_course_id } = await takeCourse(app, user_id, 1, 1011)
  return { user_id, student_course_id }
}

/** The emails that this action causes; the jobs run twice. */
async function sentBy(act: () => Promise<unknown>) {
  await app.runJobs()
  const before = app.mail.sent.length
  await act()
  expect((await app.runJobs()).failed).toEqual([])
  expect((await app.runJobs()).failed).toEqual([])
  return app.mail.sent.slice(before)
}
const move =
  (student_course_id: number, by: 'system' | 'payment', ...to: Parameters<typeof changeStatus>[2][]) =>
  async () => {
    for (const status of to) await (await system()).tx((ctx) => changeStatus(ctx, student_course_id, status, by))
  }

test('emails an enrolled student once, with a link to the course and the last day', async () => {
  let course = 0
  const emails = await sentBy(async () => {
    course = (await taking()).student_course_id
    await read`
      update learning.student_course set expires_at = '2027-03-01 17:00Z' where student_course_id = ${course}`
    await (await system()).tx((ctx) => ctx.emit(enrolled, { student_course_id: course }))
  })
  expect(emails.map(({ subject }) => subject)).toEqual(["You're enrolled: Basic Driver Improvement"])
  expect(emails[0]!.text).toContain(`/course/${course}`)
  expect(emails[0]!.text).toContain('March 1, 2027')
  const [row] = await read`
    select after ->> 'letter' as name from platform.audit_event
    where action = 'mail.sent' and (after ->> 'student_course_id')::int = ${course}`
  expect(row).toEqual({ name: 'learning.enrolled' })
})

test('a course that awaits payment sends no email, neither before it is paid nor once it is', async () => {
  let course = 0
  const unpaid = async () => {
    course = (await taking()).student_course_id
    await read`
      update learning.student_course set lk_student_course_status_id = 2 where student_course_id = ${course}`
  }
  expect(await sentBy(unpaid)).toEqual([])
  expect(await sentBy(() => move(course, 'payment', 1)())).toEqual([])
})

test('an order closed without payment disables its course and sends no email', async () => {
  const { student_course_id } = await taking()
  await app.runJobs()
  await read`
    update learning.student_course set lk_student_course_status_id = 2 where student_course_id = ${student_course_id}`
  expect(await sentBy(move(student_course_id, 'payment', 9))).toEqual([])
})

test.each([
  [8, 1, "You didn't pass: Basic Driver Improvement", 'what you can do next'],
  [9, 1, 'Your course was disabled: Basic Driver Improvement', 'Open the course to see why'],
  [10, 1, 'Your course has expired: Basic Driver Improvement', 'has run out'],
  [8, 2, 'No aprobó: Basic Driver Improvement', 'Usted no aprobó'],
  [9, 2, 'Su curso se deshabilitó: Basic Driver Improvement', 'Abra el curso'],
  [10, 2, 'Su curso venció: Basic Driver Improvement', 'ya pasó'],
] as const)(
  'sends an email when a course changes to status %i, in language %i',
  async (to, language, subject, says) => {
    const { student_course_id } = await taking(language)
    const emails = await sentBy(move(student_course_id, 'system', to))
    expect(emails.map((email) => email.subject)).toEqual([subject])
    expect(emails[0]!.text).toContain(says)
  },
)

test('the email about a disabled course contains the reason given by staff', async () => {
  const { student_course_id } = await taking()
  const emails = await sentBy(() =>
    staff.post('/course/setStudentCourseStatus', {
      student_course_id,
      lk_student_course_status_id: 9,
      notes: 'Call us about your license.',
    }),
  )
  expect(emails.map(({ subject }) => subject)).toEqual(['Your course was disabled: Basic Driver Improvement'])
  expect(emails[0]!.text).toContain('Call us about your license.')
})

test('sends one email per change, and none for a change reverted before sending', async () => {
  const { student_course_id } = await taking()
  await sentBy(move(student_course_id, 'system', 9))
  const emails = await sentBy(async () => {
    const fact = { student_course_id, from: 4, to: 9 }
    await (await system()).tx((ctx) => ctx.emit(statusChanged, fact))
  })
  expect(emails).toEqual([])
  expect(await sentBy(move(student_course_id, 'system', 4, 9))).toHaveLength(1)
  expect(await sentBy(move(student_course_id, 'system', 4, 9, 4))).toEqual([])
})

const day = 86_400_000
const endsIn = (student_course_id: number, days: number, sold_days_ago = 30) => read`
  update learning.student_course
  set expires_at = platform.now() + ${days} * interval '1 day',
      created_at = platform.now() - ${sold_days_ago} * interval '1 day'
  where student_course_id = ${student_course_id}`
const sweep = async () => {
  const { warnOfExpiry } = await import('#modules/learning/entry.ts')
  await Promise.all([system(), system()].map(async (ctx) => warnOfExpiry(await ctx, new AbortController().signal)))
}

test('emails the student seven days before the course expires, once per expiry date', async () => {
  const { student_course_id } = await taking()
  await endsIn(student_course_id, 8)
  expect(await sentBy(sweep)).toEqual([])
  await app.moveClock(1.5 * day)
  const emails = await sentBy(sweep)
  expect(emails.map(({ subject }) => subject)).toEqual(['Your course expires soon: Basic Driver Improvement'])
  expect(emails[0]!.text).toContain('Finish by')
  expect(await sentBy(sweep)).toEqual([])
  await endsIn(student_course_id, 5)
  expect(await sentBy(sweep)).toHaveLength(1)
})

test('warns of no course that is extended while the sweep waits for it', async () => {
  const { student_course_id } = await taking()
  await endsIn(student_course_id, 5)
  const { warnOfExpiry } = await import('#modules/learning/entry.ts')
  const ctx = await system()
  const { waited } = await inTurn(
    ctx,
    (inner) => inner.sql`
      update learning.student_course set expires_at = expires_at + interval '30 days'
      where student_course_id = ${student_course_id}`,
    () => warnOfExpiry(ctx, new AbortController().signal),
  )
  const [course] = await read`
    select expiry_told_for from learning.student_course where student_course_id = ${student_course_id}`
  expect([waited, course]).toEqual([true, { expiry_told_for: null }])
})

test('emails at half time for a short course, but not if it is passed or awaits staff', async () => {
  const short = await taking()
  await endsIn(short.student_course_id, 4, 1)
  expect(await sentBy(sweep)).toEqual([])
  await endsIn(short.student_course_id, 2, 3)
  expect(await sentBy(sweep)).toHaveLength(1)
  const waits = await taking()
  await endsIn(waits.student_course_id, 3)
  await read`
    update learning.student_course set lk_student_course_status_id = 5
    where student_course_id = ${waits.student_course_id}`
  expect(await sentBy(sweep)).toEqual([])
})

test('an extension before sending suppresses the email about the former expiry date', async () => {
  const { student_course_id } = await taking(2)
  await endsIn(student_course_id, 3)
  const emails = await sentBy(async () => {
    await sweep()
    await endsIn(student_course_id, 90)
  })
  expect(emails).toEqual([])
})

test('emails the new expiry date once after an extension', async () => {
  const { student_course_id } = await taking(2)
  await endsIn(student_course_id, 20)
  // The sessions of the others have expired by now.
  const staff = await app.as(await app.userId('instructor@example.com'))
  const request = { student_course_id, days: 7, reason: 'Enfermedad', request_id: crypto.randomUUID() }
  const emails = await sentBy(async () => {
    expect(await staff.post('/course/extend', request)).toMatchObject({ status: 200 })
    expect(await staff.post('/course/extend', request)).toMatchObject({ status: 200 })
  })
  expect(emails.map(({ subject }) => subject)).toEqual(['Tiene más tiempo: Basic Driver Improvement'])
  expect(emails[0]!.text).toContain('Fecha límite')
  expect(emails[0]!.text).not.toContain('Enfermedad')
})

test('an email about a course is sent only in the statuses and for the dates of which it is still true', async () => {
  const { student_course_id } = await taking()
  const end = new Date('2027-05-02T12:00:00Z')
  await read`update learning.student_course set expires_at = ${end} where student_course_id = ${student_course_id}`
  await read`
    insert into learning.course_assignment ${read({ student_course_id, organization_id: 1, due_on: '2027-05-01' })}`
  const inProgress = [1, 3, 4, 11, 12, 22]
  const statusIds = [5, 9, 10, 13, 14, 15, 21]
  const endedStatusIds = [6, 7, 8, 17, 18, 19]
  const facts: Record<string, [Omit<CourseFact, 'student_course_id'>, number[]]> = {
    enrolled: [{}, [...inProgress, ...statusIds, ...endedStatusIds]],
    due: [{ due_on: '2027-05-01', days: 7 }, inProgress],
    ending: [{ expires_at: end.toISOString() }, inProgress],
    extended: [{ extended_to: end.toISOString() }, [...inProgress, ...statusIds]],
    failed: [{ from: 4, to: 8 }, [8]],
    disabled: [{ from: 4, to: 9 }, [9]],
    expired: [{ from: 4, to: 10 }, [10]],
  }
  const ctx = await system()
  const sent = async () => {
    const names: string[] = []
    for (const [name, [fact]] of Object.entries(facts))
      if (await findCourseEmail(ctx, { student_course_id, ...fact })) names.push(name)
    return names
  }
  for (const statusId of Object.values(status)) {
    await read`
      update learning.student_course set lk_student_course_status_id = ${statusId} where student_course_id = ${student_course_id}`
    const expected = Object.keys(facts).filter((name) => facts[name]![1].includes(statusId))
    expect([statusId, await sent()]).toEqual([statusId, expected])
  }
  await read`
    update learning.student_course
    set lk_student_course_status_id = ${status.inProgress}, expires_at = ${new Date('2027-06-02T12:00:00Z')}
    where student_course_id = ${student_course_id}`
  await read`update learning.course_assignment set due_on = '2027-06-01' where student_course_id = ${student_course_id}`
  expect(await sent()).toEqual(['enrolled'])
})
