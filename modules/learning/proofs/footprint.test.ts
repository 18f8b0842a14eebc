import { beforeAll, expect, test } from 'vitest'
import { resetProgress } from '#modules/learning/enrollment/reset-progress.sql.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { sealEvents } from '#platform/audit/seal.ts'
import { addStudent } from '#tests/fixtures/learning/quiz.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { type Owner, openOwner } from '#tests/support/owner.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { readSheet } from '#tests/support/read-sheet.ts'
import { records } from '#tests/support/records.ts'
import { FootprintShape } from './footprint.schema.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const system = () => app.ctx({ kind: 'system', name: 'test' })
/** More rows than two batches of the ledger. */
const rangeCount = 1_203
let owner: Owner
let studentCourseId: number
let staff: Client
let title: string

beforeAll(async () => {
  owner = await openOwner(app)
  studentCourseId = Number((await records.passed(app, owner)).studentCourseId)
  const [progress] = await read<{ student_progress_id: number; component_id: number }>`
    select student_progress_id, component_id from learning.student_progress where student_course_id = ${studentCourseId} limit 1`
  await read`
    insert into learning.seat_range (organization_id, user_id, student_course_id, student_progress_id, component_id,
      lease_id, from_at, to_at, beats, ended_because)
    select 1, ${owner.user_id}, ${studentCourseId}, ${progress!.student_progress_id}, ${progress!.component_id}, gen_random_uuid(),
      timestamptz '2026-03-08 06:30Z' + n * interval '1 minute', timestamptz '2026-03-08 06:30:45Z' + n * interval '1 minute',
      1, (array['moved', 'idle', null])[1 + n % 3]
    from generate_series(0, ${rangeCount - 1}) n`
  // Another student of the course has recorded time and an open lease: neither may appear in this footprint.
  await read`
    with other as (
      select ${await addStudent(app)}::int as user_id, student_course_id, component_id, student_progress_id
      from learning.student_progress where student_course_id <> ${studentCourseId} limit 1),
    lease as (
      insert into learning.seat_lease (user_id, organization_id, lease_id, student_course_id, component_id,
        student_progress_id, from_at, beat_at, base_ms, required_ms, interacted_at)
      select user_id, 1, gen_random_uuid(), student_course_id, component_id, student_progress_id,
        platform.now() - interval '40 seconds', platform.now(), 0, 0, platform.now() from other)
    insert into learning.seat_range (organization_id, user_id, student_course_id, student_progress_id, component_id,
      lease_id, from_at, to_at, beats)
    select 1, user_id, student_course_id, student_progress_id, component_id, gen_random_uuid(),
      timestamptz '2026-03-09 06:30Z', timestamptz '2026-03-09 06:31Z', 1 from other`
  staff = await app.as(await app.userId('instructor@example.com'))
  const [row] = await read<{ title: string }>`
    select q.title from learning.quiz_answer a join learning.quiz_attempt t using (quiz_attempt_id)
    join catalogue.question q on q.question_id = a.question_id
    where t.student_course_id = ${studentCourseId} order by a."position" limit 1`
  title = row!.title
  await sealEvents(await system())
})

const address = (more = '') => `/report/downloadStudentFootprintTX?student_course_id=${studentCourseId}${more}`
async function jsonOf(client: Client) {
  const response = await client.get(address('&format=json'))
  expect(response.status, response.text.slice(0, 500)).toBe(200)
  return JSON.parse(response.text)
}

test('the PDF shows who, what and when, how each interval ended, and how to verify it', async () => {
  const response = await staff.get(address(`&student_id=${owner.user_id}`))
  expect(response.status, response.text.slice(0, 500)).toBe(200)
  expect(response.headers.get('content-disposition')).toContain(`Viola ${owner.lastName} - Student Footprint.pdf`)
  const { text, pages } = readPdf(response.bytes)
  expect(pages).toBeGreaterThan(20)
  for (const part of [
    `Viola ${owner.lastName}`,
    'Basic Driver Improvement',
    '1,203',
    // The range spans the change to daylight saving time.
    '03/08/2026, 1:59:00 AM EST',
    '03/08/2026, 3:00:00 AM EDT',
    '2026-03-08 07:00:00Z',
    'Student was inactive',
    'Opened another page',
    'Not recorded',
    'Identity checks',
    'None recorded.',
    title.slice(0, 25),
    'Certificate Issued',
    'SSD-2026-',
    'Florida Department of Highway',
    'waypost verify --head 1:',
    'Page 2 ·',
    `Page ${pages} ·`,
  ])
    expect(text).toContain(part)
  const [row] = await read<{ after: object }>`
    select after from platform.audit_event where action = 'certificate.footprint' and subject_user_id = ${owner.user_id}`
  expect(row!.after).toEqual({ format: 'pdf' })
})

test('the spreadsheet and the JSON contain the whole ledger, once and in order', async () => {
  const sheet = await staff.get(address('&format=xlsx'))
  const { rows, about } = await readSheet(sheet.bytes)
  expect(rows.filter(([part]) => part === 'Time in the course')).toHaveLength(rangeCount + 2)
  expect(about[0]).toEqual(['File', `Viola ${owner.lastName} - Student Footprint.xlsx`])
  const print = await jsonOf(staff)
  expect(FootprintShape.parse(print), 'a field is not in the document').toEqual(print)
  expect(print.seat_ranges).toHaveLength(rangeCount)
  expect(print.seat_time).toEqual({ ranges: rangeCount, seconds: rangeCount * 45, idle: rangeCount / 3 })
  const starts = print.seat_ranges.map((range: { from_at: string }) => range.from_at)
  expect(starts).toEqual([...new Set(starts)].toSorted())
  expect(print.seat_ranges[0]).toMatchObject({
    from_at: '2026-03-08T06:30:00.000Z',
    from_local: '03/08/2026, 1:30:00 AM EST',
    seconds: 45,
    ended_because: 'moved',
  })
  expect(print.attempts[0].questions.length).toBeGreaterThan(5)
  expect(print.identity_checks).toEqual([])
  const { position, hash } = print.audit_log
  const [seal] = await read<{ hash: string }>`
    select encode(hash, 'hex') as hash from platform.audit_seal where organization_id = 1 and position = ${position}`
  expect(seal!.hash).toBe(hash)
})

test('breaks count toward the recorded and the required time, and are listed with their length', async () => {
  const before = await jsonOf(staff)
  expect([before.break_seconds, before.recorded_seconds]).toEqual([0, rangeCount * 45])
  const breaks = await read<{ component_id: number; seconds: number }>`
    select component_id, (data ->> 'seconds')::int as seconds from catalogue.component
    where course_version_id = 1 and lk_component_type_id = 4 order by position limit 3`
  const [complete, abandoned, running] = breaks.map(({ component_id }) => component_id)
  const startBreak = (component_id: number | undefined, seconds: number, completed: boolean) => read`
    with t as materialized (select platform.now() - interval '1 hour' as at)
    insert into learning.student_progress
      (student_course_id, organization_id, component_id, break_started_at, completed_at)
    select ${studentCourseId}, 1, ${component_id!}::int, t.at, case when ${completed} then t.at + ${seconds} * interval '1 second' end
    from t
    on conflict (student_course_id, component_id) do update
    set break_started_at = excluded.break_started_at, completed_at = excluded.completed_at`
  // A break counts the time that elapsed, but at most its length, whether it is complete, skipped by staff or running.
  await startBreak(complete, 900, true)
  await startBreak(abandoned, 40, true)
  await startBreak(running, 0, false)
  const lengths = [breaks[0]!.seconds, 40, breaks[2]!.seconds]
  const print = await jsonOf(staff)
  const lessons: { is_break: boolean; seconds: number }[] = print.lessons
  expect(lessons.filter(({ is_break }) => is_break).map((row) => row.seconds)).toEqual([...lengths, 0, 0])
  const sum = lengths.reduce((all, length) => all + length, 0)
  expect([print.break_seconds, print.recorded_seconds, print.seat_time.seconds]).toEqual([
    sum,
    rangeCount * 45 + sum,
    rangeCount * 45,
  ])
  // The student reads the same figure for the breaks in the course.
  const { course } = (await owner.client().then((client) => client.get('/course/dashboard/fetch'))).body.data
  const [dashboardCourse] = course.filter(
    (row: { student_course_id: number }) => row.student_course_id === studentCourseId,
  )
  const [ledger] = await read<{ seconds: number }>`
    select sum(floor(spent_ms / 1000))::int as seconds from learning.v_student_progress where student_course_id = ${studentCourseId}`
  expect(dashboardCourse.time_spent - ledger!.seconds).toBe(sum)
  const { text } = readPdf((await staff.get(address())).bytes)
  for (const part of ['Recorded in lessons', 'Recorded in required breaks']) expect(text).toContain(part)
})

test('an identity check in the audit log is included', async () => {
  const ctx = await owner.ctx()
  await ctx.audit({
    action: 'security.verify',
    subject: `student_course_id:${studentCourseId}`,
    after: { result: 'passed' },
  })
  await ctx.audit({
    action: 'security.pass',
    subject: `student_course_id:${studentCourseId}`,
    after: { result: 'passed' },
  })
  expect((await jsonOf(staff)).identity_checks).toMatchObject([{ action: 'security.verify' }, { result: 'passed' }])
  expect(readPdf((await staff.get(address())).bytes).text).toContain('Identity check passed')
})

test('questions of identity checks, locks and unlocks are included with their reasons; students do not see all of them', async () => {
  const ctx = await owner.ctx()
  const [question] = await read<{ question_id: number; title: string }>`
    select question_id, configuration ->> 'title' as title from catalogue.question
    where course_version_id = 1 and used_in = 'quiz' limit 1`
  const { question_id, title: questionTitle } = question!
  const event = { subject: `student_course_id:${studentCourseId}`, subject_user_id: owner.user_id }
  const attempt = { method: 'content_questions', question_id, result: 'wrong', tries: 3 }
  await ctx.audit({ action: 'security.try', ...event, after: attempt })
  await ctx.audit({ action: 'security.lock', ...event, after: { lk_student_course_status_reason_id: 7 } })
  await ctx.audit({ action: 'security.appeal', ...event, after: { words: 'My phone was empty.' } })
  await ctx.audit({ action: 'security.unlock-by-staff', ...event, after: { reason: 'Called the student.' } })
  expect((await jsonOf(staff)).identity_checks.slice(-4)).toMatchObject([
    { question: questionTitle, result: 'wrong' },
    { lock_reason: 7, reason: null },
    { reason: 'My phone was empty.' },
    { reason: 'Called the student.' },
  ])
  const { text } = readPdf((await staff.get(address())).bytes)
  for (const part of ['The answers were wrong', 'Called the student.']) expect(text).toContain(part)
  const ownFootprint = JSON.stringify((await jsonOf(await owner.client())).identity_checks)
  for (const hidden of [questionTitle, 'Called the student.']) expect(ownFootprint).not.toContain(hidden)
})

test('includes returned work, decisions about documents, and the reason for each certificate version', async () => {
  const instructor = await app.actorOf(await app.userId('instructor@example.com'))
  const [upload] = await read<{ question_id: number; title: string }>`
    select question_id, title from catalogue.question
    where course_version_id = 1 and used_in = 'registration' and lk_question_type_id = 19 limit 1`
  const { question_id } = upload!
  await read`
    insert into learning.registration_document
      (student_course_id, organization_id, question_id, name, file_key, content_type, size_bytes)
    values (${studentCourseId}, 1, ${question_id}, 'order.png', 'x', 'image/png', 1)`
  const event = { subject: `student_course_id:${studentCourseId}`, subject_user_id: owner.user_id }
  const refusedCourse = { student_course_id: studentCourseId, question_id, comment: 'The date cannot be read.' }
  await (await app.ctx(instructor)).audit({ action: 'document.refuse', ...event, after: refusedCourse })
  const [row] = await read<{ quiz_attempt_id: number; question_id: number }>`
    select quiz_attempt_id, question_id from learning.quiz_answer a join learning.quiz_attempt t using (quiz_attempt_id)
    where t.student_course_id = ${studentCourseId} order by a."position" limit 1`
  await read`
    insert into learning.returned_answer (organization_id, quiz_attempt_id, question_id, answer, comment)
    select organization_id, quiz_attempt_id, question_id, answer, 'Say more about speed.'
    from learning.quiz_answer
    where quiz_attempt_id = ${row!.quiz_attempt_id} and question_id = ${row!.question_id}`
  const { certificates } = await jsonOf(staff)
  const [{ student_certificate_id } = { student_certificate_id: 0 }] = await read<{ student_certificate_id: number }>`
    select student_certificate_id from learning.student_certificate where student_course_id = ${studentCourseId}`
  const admin = await app.as(await app.userId('admin@example.com'))
  const corrected = { student_certificate_id, student_name: 'Viola Corrected', reason: 'Typing error.' }
  expect((await admin.put('/certificate/update', corrected)).status).toBe(200)

  const print = await jsonOf(staff)
  expect(print.documents).toMatchObject([
    { what: 'uploaded', document: upload!.title, detail: 'order.png', by: null },
    { what: 'refused', detail: 'The date cannot be read.', by: 'Ines Instructor' },
  ])
  expect(print.attempts[0].questions.slice(0, 2)).toMatchObject([
    { returned: true, comment: 'Say more about speed.', correct: null },
    { returned: false, question: print.attempts[0].questions[0].question },
  ])
  expect(print.certificates).toMatchObject([
    { ...certificates[0], because: null },
    { student_name: 'Viola Corrected', because: 'update', reason: 'Typing error.' },
  ])
  const ownFootprint = JSON.stringify(await jsonOf(await owner.client()))
  expect(ownFootprint).toContain('The date cannot be read.')
  for (const hidden of ['Ines', 'Typing error.', 'Say more about speed.']) expect(ownFootprint).not.toContain(hidden)
  const { text } = readPdf((await staff.get(address())).bytes)
  for (const part of ['Not accepted', 'Sent back', 'Say more about speed.', 'Viola Corrected', 'Typing error.'])
    expect(text).toContain(part)
})

test('a student reads their own footprint, without questions, answers and names of staff', async () => {
  const instructor = await app.actorOf(await app.userId('instructor@example.com'))
  await read`
    insert into learning.student_course_status_change
      (student_course_id, organization_id, from_status_id, to_status_id, reason, actor_user_id)
    values (${studentCourseId}, 1, 7, 7, 'A look at it.', ${instructor.kind === 'user' ? instructor.user_id : 0})`
  const client = await owner.client()
  const footprint = await jsonOf(client)
  expect(footprint.status_changes.at(-1)).toMatchObject({ reason: 'A look at it.', by: { name: null, role: 'staff' } })
  expect(footprint.lesson_questions).toBeNull()
  expect(JSON.stringify(footprint)).not.toContain(title)
  const { text } = readPdf((await client.get(address())).bytes)
  expect(text).toContain('your provider and its regulator')
  expect(text).not.toContain(title.slice(0, 25))
  expect((await jsonOf(staff)).status_changes.at(-1).by.name).toMatch(/^\S+ \S+/)
})

test('is in Spanish for Spanish readers', async () => {
  await read`update identity.person set lk_language_id = 2 where user_id = ${owner.user_id}`
  const { text } = readPdf((await (await owner.client()).get(address())).bytes)
  for (const part of ['Registro de actividad', 'Cómo terminó', 'Estudiante inactivo', 'Página 2 ·', '08/03/2026'])
    expect(text).toContain(part)
})

test('still includes the data archived when the course restarted', async () => {
  const ctx = await system()
  const [reinstatement] = await read<{ course_reinstatement_id: number }>`
    insert into learning.course_reinstatement (organization_id, student_course_id, used_at, action)
    values (1, ${studentCourseId}, platform.now(), 'reset_progress') returning course_reinstatement_id`
  const before = await jsonOf(staff)
  const course = await selectStudentCourse(ctx, studentCourseId)
  await ctx.tx((inner) => resetProgress(inner, course, reinstatement!.course_reinstatement_id))
  const after = await jsonOf(staff)
  const [attempt] = before.attempts
  const questions = attempt.questions.map((question: object) => ({ ...question, put_aside: true }))
  expect(after.attempts).toEqual([{ ...attempt, put_aside: true, questions }])
  expect(after.seat_ranges).toEqual(before.seat_ranges)
  expect(readPdf((await staff.get(address())).bytes).text).toContain('set aside when the student')
})

test('other students, visitors, staff without the permission and staff elsewhere are refused', async () => {
  const statusOf = async (client: Client, more = '') => (await client.get(address(more))).status
  expect(await statusOf(await app.as(await addStudent(app)))).toBe(404)
  expect(await statusOf(app.visitor())).toBe(401)
  expect(await statusOf(staff, `&user_id=${owner.user_id + 1}`)).toBe(404)
  expect(await statusOf(staff, '&format=csv')).toBe(400)
  const otherAdmin = await addStudent(app, 2)
  await read`update identity.person set lk_user_role_id = 1 where user_id = ${otherAdmin}`
  const [{ code } = { code: '' }] = await read<{ code: string }>`
    select code from identity.organization where organization_id = 2`
  expect(await statusOf(await app.as(otherAdmin, code))).toBe(404)
  const { downloadStudentFootprintTX } = await import('./download-footprint.ts')
  const actor = await app.actorOf(await app.userId('instructor@example.com'))
  const keyless = await app.ctx({ ...actor, permissions: new Set() } as never)
  await expect(downloadStudentFootprintTX.run(keyless, { student_course_id: studentCourseId })).rejects.toMatchObject({
    kind: { status: 403 },
  })
})
