import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Question } from '#modules/catalogue/index.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { matchField, placeField } from '#modules/learning/questions/answer.shared.ts'
import { addStudent, badAnswer, drawnOf, goodAnswer, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database

let client: Client
let student: number
let place: { studentCourseId: number; componentId: number }
let quiz: string

beforeAll(async () => {
  await read`
    update catalogue.course_version
    set course_registration_options = course_registration_options || '{"enabled": false, "confirmRegistration": false}'`
})
async function sit(version: number, component_id: number) {
  student = await addStudent(app)
  client = await app.as(student)
  place = await takeCourse(app, student, version, component_id)
  quiz = `/course/${place.studentCourseId}/quiz/${component_id}`
}
beforeEach(() => sit(4, 4006))

const to = async (path: string, form?: Record<string, string>) => {
  const response = await client.visit(path, form)
  return response.headers.get('location') ?? `${response.status}`
}

/** The data that a browser without scripts sends for an answer. */
function fields(question: Question, answer: unknown): Record<string, string> {
  if (question.lk_question_type_id === 3)
    return Object.fromEntries((answer as number[]).map((id, index) => [placeField(id), String(index + 1)]))
  if (question.lk_question_type_id === 20)
    return Object.fromEntries(
      Object.entries(answer as Record<string, string>).map(([id, match]) => [matchField(Number(id)), match]),
    )
  return { answer: String(answer) }
}

async function takeQuiz(choose: (question: Question) => unknown) {
  const question = await to(`${quiz}/intro`, {})
  expect(question).toMatch(/\/quiz\/\d+\/\d+$/)
  let at = question
  for (const drawn of await drawnOf(app, place)) {
    expect(at).toBe(`${quiz}/${drawn.question_id}`)
    expect((await client.visit(at)).status).toBe(200)
    at = await to(at, { go: 'next', ...fields(drawn, choose(drawn)) })
  }
  return at
}

/** One of several right options is not a right answer, and this form can send only one field. */
const correctAnswer = (question: Question) =>
  question.lk_question_type_id === 6 ? (goodAnswer(question) as number[])[0] : goodAnswer(question)

test('a student takes a quiz to its result without scripts', async () => {
  expect(await to(quiz)).toBe(`${quiz}/intro`)
  const intro = await client.visit(`${quiz}/intro`)
  expect(intro.text).toContain('Chapter 1 Quiz')
  expect(await takeQuiz(correctAnswer)).toBe(`${quiz}/summary`)
  const summary = await client.visit(`${quiz}/summary`)
  expect(summary.text).toMatch(/Well done!|Marked for review/)
  expect(await to(quiz)).toBe(`${quiz}/summary`)
})

test('a question declares its language on a page in another one', async () => {
  await to(`${quiz}/intro`, {})
  const [first] = await drawnOf(app, place)
  const page = async () => (await client.visit(`${quiz}/${first!.question_id}`)).text
  expect(await page()).not.toContain('<fieldset lang=')
  await read`update identity.person set lk_language_id = 2 where user_id = ${student}`
  expect(await page()).toMatch(/<html lang="es-es"[\s\S]*<fieldset lang="en-us"/)
})

test('an unanswered question is shown again with its error', async () => {
  await to(`${quiz}/intro`, {})
  const [first] = await drawnOf(app, place)
  const response = await client.visit(`${quiz}/${first!.question_id}`, { go: 'next' })
  expect(response.status).toBe(400)
  expect(response.text).toContain('Your answer is required.')
  expect(response.text).toContain(first!.configuration.title)
})

test('an incomplete order keeps the chosen positions', async () => {
  await to(`${quiz}/intro`, {})
  await read`update learning.quiz_answer set served_at = platform.now(), submitted_at = platform.now()`
  const sort = (await drawnOf(app, place)).find((question) => question.lk_question_type_id === 3)!
  const [questionOption] = sort.configuration.options
  const response = await client.visit(`${quiz}/${sort.question_id}`, {
    go: 'next',
    [placeField(questionOption!.id)]: '2',
  })
  expect(response.text).toContain('Use each position once.')
})

test('previous keeps the typed text and goes back', async () => {
  await to(`${quiz}/intro`, {})
  const [first, second] = await drawnOf(app, place)
  const next = await to(`${quiz}/${first!.question_id}`, { go: 'next', ...fields(first!, correctAnswer(first!)) })
  const back = await to(next, { go: 'previous', ...fields(second!, correctAnswer(second!)) })
  expect(back).toBe(`${quiz}/${first!.question_id}`)
  const [row] = await read<{
    answer: unknown
  }>`select answer from learning.quiz_answer where question_id = ${second!.question_id} order by answer_id desc limit 1`
  expect(row!.answer).toEqual(goodAnswer(second!))
})

test('a question out of time keeps its input, and the quiz continues', async () => {
  await to(`${quiz}/intro`, {})
  const [first, second] = await drawnOf(app, place)
  const page = `${quiz}/${first!.question_id}`
  await read`update learning.quiz_answer set timer_seconds = 30, served_at = null, expires_at = null where question_id = ${first!.question_id}`
  expect((await client.visit(page)).text).toContain('Time left for this question')
  await app.moveClock(31_000)
  const after = await to(page, { go: 'expired', ...fields(first!, correctAnswer(first!)) })
  // The page shows that the time is over; only the student starts the next question's time.
  expect(after).toBe(page)
  const response = await client.visit(page)
  expect(response.text).toContain("<title>Time's up for this question · ")
  expect(response.text).not.toContain('Time left for this question')
  const [unstarted] = await read<{ served_at: Date | null }>`
    select served_at from learning.quiz_answer where question_id = ${second!.question_id} order by answer_id desc limit 1`
  expect(unstarted!.served_at).toBeNull()
  expect(await to(page, { go: 'next' })).toBe(`${quiz}/${second!.question_id}`)
  const [row] = await read<{ answer: unknown }>`
    select answer from learning.quiz_answer where question_id = ${first!.question_id} order by answer_id desc limit 1`
  expect(row!.answer).toEqual(goodAnswer(first!))
  await app.moveClock(2_000)
  expect((await client.visit(page)).text).toContain("Time's up for this question.")
})

test('an answer that can be saved once is saved when its time is over', async () => {
  await to(`${quiz}/intro`, {})
  const [first] = await drawnOf(app, place)
  const page = `${quiz}/${first!.question_id}`
  const { question_id } = first!
  await read`
    update catalogue.question set configuration = jsonb_set(configuration, '{noEditAfterSave}', 'true')
    where question_id = ${question_id}`
  await read`
    update learning.quiz_answer set no_edit_after_save = true, timer_seconds = 30, served_at = null, expires_at = null
    where question_id = ${question_id}`
  clearVersionCache()
  await client.visit(page)
  await app.moveClock(31_000)
  expect(await to(page, { go: 'expired', ...fields(first!, correctAnswer(first!)) })).toBe(page)
  const [row] = await read<{ answer: unknown }>`
    select answer from learning.quiz_answer where question_id = ${question_id} order by answer_id desc limit 1`
  await read`
    update catalogue.question set configuration = jsonb_set(configuration, '{noEditAfterSave}', 'false')
    where question_id = ${question_id}`
  clearVersionCache()
  expect(row!.answer).toEqual(goodAnswer(first!))
})

test('a passed quiz can be left only after its minimum time', async () => {
  await read`update catalogue.component set data = jsonb_set(data, '{configuration,grading,threshold}', '50') where component_id = 4006`
  await sit(4, 4006)
  await takeQuiz(correctAnswer)
  const response = await client.visit(`${quiz}/summary`, { go: 'next' })
  expect(response.status).toBe(422)
  expect(response.text).toContain('role="alert"')
})

test('a later question redirects to the open one', async () => {
  await to(`${quiz}/intro`, {})
  const [first, , third] = await drawnOf(app, place)
  expect(await to(`${quiz}/${third!.question_id}`)).toBe(`${quiz}/${first!.question_id}`)
  expect(await to(`${quiz}/999`)).toBe(`${quiz}/${first!.question_id}`)
})

test('no page of an open quiz contains a correct answer', async () => {
  await to(`${quiz}/intro`, {})
  await read`update learning.quiz_answer set served_at = platform.now(), submitted_at = platform.now()`
  for (const question of await drawnOf(app, place)) {
    const { text } = await client.visit(`${quiz}/${question.question_id}`)
    const decoded = text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    for (const option of question.configuration.options) expect(decoded).toContain(option.text)
    expect(text).not.toMatch(/&quot;(correct|match|order|model)&quot;|"(correct|match|model)"/)
  }
})

test('a failed quiz offers a retake and its answers', async () => {
  await takeQuiz((question) => badAnswer(question) ?? goodAnswer(question))
  const summary = await client.visit(`${quiz}/summary`)
  expect(summary.text).toContain('You have not passed this quiz')
  const [, lessons] = summary.text.split('Lessons to go over again')
  const paths = [...(lessons ?? '').matchAll(/<li><a[^>]*href="([^"]*)"/g)].map(([, path]) => path!)
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) expect((await client.visit(path)).status, path).toBe(200)
  expect(lessons).toMatch(/\d+ questions you missed.*Correct answer/s)
  const link = /href="([^"]*\/submission\/\d+)"/.exec(summary.text)![1]!
  expect((await client.visit(link)).text).toContain('Correct answer')
  expect(await to(`${quiz}/summary`, { go: 'retake' })).toMatch(/\/quiz\/4006\/\d+$/)
})

test('a failed quiz explains what was missed and leads to its lessons, not to all of them', async () => {
  await sit(1, 1011)
  await takeQuiz((question) => badAnswer(question) ?? goodAnswer(question))
  const { text } = await client.visit(`${quiz}/summary`)
  expect(text).toContain('Points follow a conviction.')
  // The author chose a lesson, or the source determines it.
  expect(text).toContain('Read the lesson: Insurance and Financial Responsibility')
  expect(text).toContain('Read the lesson: How Points Work')
  const [, lessonsToRepeat = ''] = text.split('Lessons to go over again')
  expect(lessonsToRepeat.split('</ul>')[0]).toContain('How Points Work')
  expect(lessonsToRepeat.split('</ul>')[0]).not.toContain('Proving That It Is You')
  expect(text).not.toContain('All lessons of this quiz')
})

test('a result shows no answers if the quiz allows no review', async () => {
  await takeQuiz((question) => badAnswer(question) ?? goodAnswer(question))
  const review = (allowed: boolean) => read`
    update catalogue.component set data = jsonb_set(data, '{configuration,review,student}', ${String(allowed)}::jsonb)
    where component_id = ${place.componentId}`
  await review(false)
  clearVersionCache()
  const { text } = await client.visit(`${quiz}/summary`)
  await review(true)
  clearVersionCache()
  expect(text).toContain('You have not passed this quiz')
  expect(text).not.toMatch(/you missed|Correct answer|Points follow a conviction/)
  // Without a review, the lessons of the missed questions would reveal which questions were missed.
  expect(text).toContain('All lessons of this quiz')
})

const primaryButtons = (html: string) => html.split('bg-primary text-primary-foreground').length - 1

test('the page before a quiz has a Start button and no countdown beside it', async () => {
  const { text } = await client.visit(`${quiz}/intro`)
  // The quiz has a minimum time, so that time could be credited.
  expect(text).not.toMatch(/"required_seconds":0\b/)
  expect(text).toContain('>Start</button>')
  expect(text).not.toMatch(/continue in|Next in|"learning\/(page-timer|next-button)"/)
  expect(primaryButtons(text)).toBe(1)
})

test('a result lists the ungraded answers only', async () => {
  await takeQuiz((question) => badAnswer(question) ?? goodAnswer(question))
  await read`
    update learning.quiz_attempt set lk_quiz_attempt_status_id = 3, passed = null
    where student_course_id = ${place.studentCourseId}`
  const [first, second] = await drawnOf(app, place)
  await read`
    update learning.quiz_answer a set correct = case when question_id = ${first!.question_id} then null else false end
    from learning.quiz_attempt t where t.quiz_attempt_id = a.quiz_attempt_id and t.student_course_id = ${place.studentCourseId}`
  const summary = async () => (await client.visit(`${quiz}/summary`)).text
  const waitingSummary = await summary()
  expect(waitingSummary).toContain('Not graded yet')
  expect(waitingSummary).toContain(`<li>${first!.configuration.title}</li>`)
  expect(waitingSummary).not.toContain(second!.configuration.title)
  await read`
    update learning.quiz_answer a set correct = true
    from learning.quiz_attempt t where t.quiz_attempt_id = a.quiz_attempt_id and t.student_course_id = ${place.studentCourseId}`
  expect(await summary()).not.toContain('Not graded yet')
})

test('a failed exam has one primary button, Retake, with instructions', async () => {
  await sit(4, 4028)
  await takeQuiz((question) => badAnswer(question))
  const { text } = await client.visit(`${quiz}/summary`)
  expect(text).toContain('You have not passed this final exam')
  expect(text).toContain("You can go over the lessons again. When you're ready, press Retake.")
  expect(text).toMatch(/>Retake<\/button>/)
  expect(primaryButtons(text)).toBe(1)
})

test('a permanently failed final exam says so', async () => {
  await read`update catalogue.component set data = jsonb_set(data, '{configuration,retake,attempts}', '0') where component_id = 3024`
  await sit(3, 3024)
  await read`update identity.person set lk_language_id = 2 where user_id = ${student}`
  client = await app.as(student)
  expect((await client.visit(`${quiz}/intro`)).text).toContain('Límite de tiempo')
  expect(await takeQuiz((question) => badAnswer(question))).toBe(`${quiz}/summary`)
  const { text } = await client.visit(`${quiz}/summary`)
  expect(text).toContain('Lo sentimos, usted no aprobó este curso.')
  expect(text).toContain('Comuníquese con soporte para saber cómo volver a tomar el curso.')
  expect(primaryButtons(text)).toBe(1)
})

test('a permanently failed course does not link to lessons', async () => {
  await takeQuiz((question) => badAnswer(question) ?? goodAnswer(question))
  await read`
    update learning.student_course set lk_student_course_status_id = 8
    where student_course_id = ${place.studentCourseId}`
  expect((await client.visit(`${quiz}/summary`)).text).not.toContain('Lessons to go over again')
})

test.each([
  ['passed, with a certificate', 6, 1, 'View certificate', 'preparing your certificate'],
  ['passed, without one', 6, null, 'Continue', 'You met every requirement of this course.'],
  ['waiting for a review', 5, 1, 'Continue', 'Course submitted for review'],
] as const)(
  'the button after the final exam of a course that is %s names its destination',
  async (_, statusId, template, label, next) => {
    await sit(4, 4028)
    await read`update catalogue.component set data = jsonb_set(data, '{configuration,grading,threshold}', '50') where component_id = 4028`
    const [row] = await read<{ original_id: number | null; id: number }>`
    select v.certificate_template_id as original_id, t.certificate_template_id as id
    from catalogue.course_version v, catalogue.certificate_template t where course_version_id = 4 limit 1`
    const { original_id, id } = row!
    await read`
    update catalogue.course_version set completion_description = '', certificate_template_id = ${template && id},
      completion_configuration = jsonb_set(completion_configuration, '{customCompletionDescriptions,enabled}', 'false')
    where course_version_id = 4`
    clearVersionCache()
    await takeQuiz(correctAnswer)
    await read`
    update learning.student_course set lk_student_course_status_id = ${statusId}
    where student_course_id = ${place.studentCourseId}`
    const summary = await client.visit(`${quiz}/summary`)
    expect(summary.text).toContain('Well done!')
    const button = new RegExp(`href="(/course/${place.studentCourseId})"[^>]*>([^<]*)<`).exec(summary.text)
    expect(button?.[2]).toBe(label)
    const path = await to(button![1]!)
    expect((await client.visit(path)).text).toContain(next)
    await read`update catalogue.course_version set certificate_template_id = ${original_id} where course_version_id = 4`
    clearVersionCache()
  },
)

test("the course's idle limit applies in its final exam, too, and ends with the course", async () => {
  expect((await client.visit(`${quiz}/intro`)).text).toContain('"learning/seat-clock"')
  await sit(4, 4028)
  expect((await client.visit(`${quiz}/intro`)).text).toContain('"learning/idle-watch"')
  await takeQuiz(correctAnswer)
  expect((await client.visit(`${quiz}/summary`)).text).not.toContain('"learning/idle-watch"')
})

test('a course that was incomplete when its exam was passed is completed from the result page', async () => {
  await sit(4, 4028)
  const lesson = (completed: boolean) => read`
    update learning.student_progress set completed_at = case when ${completed} then platform.now() end
    where student_course_id = ${place.studentCourseId} and component_id = 4006`
  const first = await to(`${quiz}/intro`, {})
  expect(first).toMatch(/\/quiz\/4028\/\d+$/)
  await read`
    update learning.quiz_answer a set served_at = platform.now()
    from learning.quiz_attempt t where t.quiz_attempt_id = a.quiz_attempt_id and t.student_course_id = ${place.studentCourseId}`
  for (const question of await drawnOf(app, place)) {
    const answerForm = { ...place, questionId: question.question_id, answer: goodAnswer(question) }
    expect((await client.post('/quiz/answer/submit', answerForm)).status).toBe(200)
  }
  const [attempt] = await read<{ quiz_attempt_id: number }>`
    select quiz_attempt_id from learning.quiz_attempt where student_course_id = ${place.studentCourseId} and component_id = 4028`
  await lesson(false)
  await client.post('/quiz/finish', { ...place, quizAttemptId: attempt!.quiz_attempt_id })
  const response = await client.visit(`${quiz}/summary`, { go: 'complete' })
  expect(response.text).toContain('more on this page')
  await lesson(true)
  expect(await to(`/course/${place.studentCourseId}`)).toBe(quiz)
  expect((await client.visit(`${quiz}/summary`)).text).toContain('value="complete"')
  expect(await to(`${quiz}/summary`, { go: 'complete' })).toBe(`/course/${place.studentCourseId}/passed`)
})

test('leaving the last part of a course without a final exam completes it', async () => {
  await read`update catalogue.component set final_ind = false where component_id = 4028`
  clearVersionCache()
  await sit(4, 4028)
  await read`
    insert into learning.quiz_attempt (organization_id, student_course_id, component_id, quiz_id, attempt_number,
      lk_quiz_attempt_status_id, threshold, submitted_at, points, total, passed)
    values (1, ${place.studentCourseId}, 4028, 1, 1, 4, 80, platform.now(), 1, 1, true)`
  expect((await client.visit(`${quiz}/summary`)).status).toBe(200)
  expect(await to(`${quiz}/summary`, { go: 'next' })).toBe(`/course/${place.studentCourseId}/passed`)
  await read`update catalogue.component set final_ind = true where component_id = 4028`
  clearVersionCache()
})

test("a quiz out of order explains what to do, and another person's returns 404", async () => {
  const later = `/course/${place.studentCourseId}/quiz/4028`
  expect(await to(later)).toBe(`${later}/unauthorized`)
  expect((await client.visit(`${later}/unauthorized`)).text).toContain('Finish the earlier parts of the course first.')
  expect((await client.visit(`${quiz}/error`)).text).toContain('Error Fetching Quiz Question')
  client = await app.as(await addStudent(app))
  for (const rest of ['', '/intro', '/summary', '/unauthorized', '/error', '/submission/1', '/1'])
    expect(await to(`${quiz}${rest}`)).toBe('/404')
  client = app.visitor()
  expect(await to(`${quiz}/intro`)).toMatch(/^\/login\?redirect=/)
})

test('a question shows the length of a written answer before it is written', async () => {
  await sit(1, 1011)
  let at = await to(`${quiz}/intro`, {})
  const limits: string[] = []
  for (const drawn of await drawnOf(app, place)) {
    limits.push(...(/Must be between \d+ and \d+ words/.exec((await client.visit(at)).text) ?? []))
    at = await to(at, { go: 'next', ...fields(drawn, correctAnswer(drawn)) })
  }
  expect(limits).toEqual(['Must be between 8 and 80 words'])
})
