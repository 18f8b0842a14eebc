import { describe, expect, test } from 'vitest'
import { saveAnswer } from '#modules/learning/questions/registration-answer.sql.ts'
import { storeDocument } from '#modules/learning/registration/documents.ts'
import { classA, openRegistrations } from '#modules/learning/registration/registration.fixture.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { answerRegistration, onePixel } from '#tests/support/registration.ts'

const { app, addRegistration, courseOf, setStatus, problemOf } = await openRegistrations()
const staff = await app.as(await app.userId('instructor@example.com'))
/** The upload question of the commercial course, which requires a review. */
const upload = 20101

async function uploaded() {
  const registered = await addRegistration(classA)
  const { user_id, studentCourseId } = registered
  await answerRegistration(app, user_id, studentCourseId)
  await setStatus(studentCourseId, status.inReview)
  return registered
}
const open = async (id: number, caller = staff) => (await caller.get(`/attachment/submissions/fetch/${id}`)).body
const answerIn = async (id: number) =>
  (await open(id)).answers.find(({ question_id }: { question_id: number }) => question_id === upload)
const decide = (student_course_id: number, version: number, accepted: boolean, comment?: string, caller = staff) =>
  caller.post('/attachment/submissions/review', {
    student_course_id,
    answers: [{ question_id: upload, version, accepted, comment }],
  })
const waitingIn = async (id: number) =>
  (await staff.get(`/attachment/submissions/fetch?student_course_id=exact:${id}`)).body.submissions[0].waiting
const statusOf = async (id: number) => (await courseOf(id)).lk_student_course_status_id

describe('a document that requires review', () => {
  test("waits with the student's registration data, without personal numbers", async () => {
    const { studentCourseId } = await uploaded()
    const { answers, userData } = await open(studentCourseId)
    expect(answers).toMatchObject([{ question_id: upload, state: 'waiting', comment: null }])
    expect(JSON.parse(answers[0].configuration)).toMatchObject({ requireReview: true })
    expect(userData).toMatchObject({ student_course_id: studentCourseId, lk_student_course_status_id: status.inReview })
    expect(JSON.stringify(userData.registration)).not.toMatch(/\b\d{4}\b.*SSN|SSN.*\b\d{4}\b/)
    const details = (await staff.get(`/attachment/submission-details/${studentCourseId}`)).body
    expect(details).toMatchObject({ waiting: 1, accepted: 0, refused: 0 })
  })

  test('is counted in its tab, and the home page leads there while no quiz waits', async () => {
    await app.database.read`update learning.submission set waiting = 0`
    await uploaded()
    const lists = (await staff.visit('/manage/submissions/quizzes')).text
    expect(lists).toMatch(/>Documents \(\d+\)</)
    expect(lists).toMatch(/>Quizzes</)
    expect((await staff.visit('/manage/home')).text).toContain('href="/manage/submissions/documents"')
  })

  test('holds the course until it is accepted, and no longer', async () => {
    const { studentCourseId } = await uploaded()
    expect(await problemOf(studentCourseId)).toBeNull()
    const { version } = await answerIn(studentCourseId)
    expect(await waitingIn(studentCourseId)).toBe(1)
    expect((await decide(studentCourseId, version, true)).body.message).toBe('Documents updated.')
    expect(await waitingIn(studentCourseId)).toBe(0)
    expect(await answerIn(studentCourseId)).toMatchObject({ state: 'accepted', version: version + 1 })
    expect(await statusOf(studentCourseId)).toBe(status.inProgress)
  })

  test('is refused only with a reason; the student is emailed and sends another one, which waits again', async () => {
    const { studentCourseId, user_id, submitAnswer } = await uploaded()
    const { version } = await answerIn(studentCourseId)
    expect((await decide(studentCourseId, version, false)).body.code).toBe('COMMENT_NEEDED')
    expect((await decide(studentCourseId, version, false, 'x'.repeat(150))).status).toBe(400)
    expect((await decide(studentCourseId, version, false, 'Too dark.')).status).toBe(200)
    expect(await statusOf(studentCourseId)).toBe(status.needsAttention)
    expect(await waitingIn(studentCourseId)).toBe(0)
    expect(app.facts.filter(({ data }) => data.student_course_id === studentCourseId).at(-1)).toMatchObject({
      fact: 'learning.reviewed',
      data: { result: 'documents' },
    })
    const page = await (await app.as(user_id)).visit(`/course/${studentCourseId}/review`)
    expect(page.text).toContain('The following uploaded document(s) were not accepted:')
    expect(page.text).toContain('Too dark.')
    const file = { name: 'again.png', bytes: onePixel }
    const { attachment_id } = await storeDocument(await app.ctx(), await courseOf(studentCourseId), upload, file)
    expect((await submitAnswer(upload, attachment_id)).status).toBe(200)
    expect([await statusOf(studentCourseId), await waitingIn(studentCourseId)]).toEqual([status.fixed, 1])
    expect(await answerIn(studentCourseId)).toMatchObject({ state: 'waiting', name: 'again.png', comment: null })
  })

  test('refused before the lessons is shown on the dashboard, with the page that takes another', async () => {
    const { studentCourseId, user_id } = await uploaded()
    await setStatus(studentCourseId, status.inRegistration)
    await decide(studentCourseId, (await answerIn(studentCourseId)).version, false, 'Cut off.')
    expect(await statusOf(studentCourseId)).toBe(status.inRegistration)
    const student = await app.as(user_id)
    expect((await student.visit('/dashboard')).text).toContain(`href="/course/${studentCourseId}/review"`)
    expect((await student.visit(`/course/${studentCourseId}/review`)).text).toContain('Cut off.')
  })

  test('refused during lessons is shown on the dashboard until replaced', async () => {
    const { studentCourseId, user_id, submitAnswer } = await uploaded()
    await setStatus(studentCourseId, status.inProgress)
    const student = await app.as(user_id)
    const review = () => student.visit(`/course/${studentCourseId}/review`)
    const fetchCourse = async () => {
      const { course } = (await student.get('/course/dashboard/fetch')).body.data
      return course.find((item: { student_course_id: number }) => item.student_course_id === studentCourseId)
    }
    expect((await fetchCourse()).sent_back_ind).toBe(false)
    expect((await review()).headers.get('location')).toMatch(/^\//)
    const results = () =>
      app.facts.filter(({ fact, data }) => fact === 'learning.reviewed' && data.student_course_id === studentCourseId)
    const before = results().length
    await decide(studentCourseId, (await answerIn(studentCourseId)).version, false, 'Too dark.')
    expect(results().slice(before)).toMatchObject([{ data: { result: 'documents' } }])
    expect(await statusOf(studentCourseId)).toBe(status.inProgress)
    expect((await fetchCourse()).sent_back_ind).toBe(true)
    expect((await student.visit('/dashboard')).text).toContain(`href="/course/${studentCourseId}/review"`)
    const { text } = await review()
    for (const part of ['Too dark.', 'Upload another document', 'Continue the course']) expect(text).toContain(part)
    const file = { name: 'again.png', bytes: onePixel }
    const { attachment_id } = await storeDocument(await app.ctx(), await courseOf(studentCourseId), upload, file)
    expect((await submitAnswer(upload, attachment_id)).status).toBe(200)
    expect([await statusOf(studentCourseId), (await fetchCourse()).sent_back_ind]).toEqual([status.inProgress, false])
    expect((await review()).headers.get('location')).toMatch(/^\//)
  })

  test('accepted, and replaced by its student, waits again if it still requires a review', async () => {
    const { studentCourseId } = await uploaded()
    await decide(studentCourseId, (await answerIn(studentCourseId)).version, true)
    const course = await courseOf(studentCourseId)
    const ctx = await app.ctx()
    const file = { name: 'newer.png', bytes: onePixel }
    const { attachment_id } = await storeDocument(ctx, course, upload, file)
    const written = { question_id: upload, answer: attachment_id, personal: false, submitted: true, needs_review: true }
    await saveAnswer(ctx, course, { ...written, needs_review: false })
    expect(await answerIn(studentCourseId)).toMatchObject({ state: 'unasked', name: 'newer.png' })
    await saveAnswer(ctx, course, written)
    expect(await answerIn(studentCourseId)).toMatchObject({ state: 'waiting', name: 'newer.png' })
  })

  test('T-44: cannot be decided by someone who saw an earlier one, or twice at the same time', async () => {
    const { studentCourseId } = await uploaded()
    const { version } = await answerIn(studentCourseId)
    const responses = await Promise.all([
      decide(studentCourseId, version, true),
      decide(studentCourseId, version, false, 'Too dark.'),
    ])
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
  })

  test('T-45: is downloaded with its name by staff in scope, with an audit row', async () => {
    const { studentCourseId, user_id } = await uploaded()
    const { answer, name } = await answerIn(studentCourseId)
    const path = `/attachment/submissions/${studentCourseId}/${answer}`
    const file = await staff.get(path)
    expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('attachment')])
    expect(decodeURIComponent(file.headers.get('content-disposition')!)).toContain(name)
    const [event] = await app.database.read`
      select count(*)::int as times from platform.audit_event
      where action = 'document.open' and subject_user_id = ${user_id}`
    expect(event).toEqual({ times: 1 })
  })

  test("T-45: returns 404 through another course, by the student's call, and to other people", async () => {
    const { studentCourseId, user_id } = await uploaded()
    const other = await uploaded()
    const { answer } = await answerIn(studentCourseId)
    expect((await staff.get(`/attachment/submissions/${other.studentCourseId}/${answer}`)).status).toBe(404)
    const client = await app.as(user_id)
    expect((await client.get(`/attachment/submissions/${studentCourseId}/${answer}`)).status).toBe(403)
    expect((await decide(studentCourseId, 1, true, undefined, client)).status).toBe(403)
    expect((await staff.get('/attachment/submissions/fetch/999999')).status).toBe(404)
  })

  test('cannot be decided once the course is passed', async () => {
    const { studentCourseId } = await uploaded()
    const { version } = await answerIn(studentCourseId)
    await setStatus(studentCourseId, status.passed)
    expect((await decide(studentCourseId, version, false, 'Too late.')).body.code).toBe('STATUS_REFUSED')
  })
})

test('an answer to a question without review does not wait', async () => {
  const { studentCourseId } = await uploaded()
  const rows = await app.database.read`
    select question_id from learning.registration_answer
    where student_course_id = ${studentCourseId} and needs_review`
  expect(rows).toEqual([{ question_id: upload }])
})
