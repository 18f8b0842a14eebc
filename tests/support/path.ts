import assert from 'node:assert/strict'
import { listQuestions, type Question } from '#modules/catalogue/index.ts'
import { type Purpose, purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import { stateIdOf } from '#platform/states.ts'
import { badAnswer, goodAnswer } from '#tests/fixtures/learning/quiz.ts'
import type { Call, TestApp } from './app.ts'

/** The interval of beats, in seconds of the moved clock: less than the twenty that the server credits at most. */
const beatSeconds = 18
/** Seconds after which every video of the demo has ended. */
const maxVideo = 180

/** The place where a course is taken: a test's application, or a server for a browser. */
type Where = Pick<TestApp, 'moveClock'> & { database: Pick<TestApp['database'], 'read'> }
export type Caller = Record<'get', (path: string) => Promise<Answered>> &
  Record<'post', (path: string, body?: unknown) => Promise<Answered>>
type Answered = Pick<Call, 'status' | 'body'>

type Place = { studentCourseId: number; componentId: number }
export type Person = { email: string; password: string; firstName: string; lastName: string }
/** `card`: the one-time token of a card from the gateway's browser library. */
type Purchase = {
  course_website_id: number
  promo?: string
  card: { descriptor: string; value: string }
  /** The date of birth, which a course with an age limit asks for. */
  dob?: string
}

/** Puts a course into a guest's cart and pays for it over HTTP, as the checkout page does. */
export async function buyAsGuest(client: Caller, person: Person, { course_website_id, promo, card, dob }: Purchase) {
  const { guest_id } = ok(await client.post('/cart/addToCart', { course_website_id }))
  if (promo) ok(await client.get(`/promocode/applyCode?code=${promo}&guest_id=${guest_id}`))
  const cart = ok(await client.get(`/cart/items?guest_id=${guest_id}`))
  const payment = ok(
    await client.post('/payment/process', {
      intent_id: cart.intent_id,
      total: cart.total,
      guest_id,
      creditCard: { dataDescriptor: card.descriptor, dataValue: card.value },
      agreement: { accepted: true, typed: 'I Agree', opened: true },
      ...(dob && { dob, dob_confirmed: true }),
      student: {
        ...person,
        loginid: person.email,
        confirmPassword: person.password,
        numbers: [{ phone_number: '8135550147', lk_phone_number_type_id: 1 }],
      },
    }),
  )
  return { cart, transaction_id: payment.transactionResponse.transId as string, redirect: payment.redirect as string }
}

/** The About You form of someone from Tampa. */
export const aboutYou = (person: Person) => ({
  firstName: person.firstName,
  lastName: person.lastName,
  dob: '04/18/1988',
  gender: 'F',
  address1: '12 Bay Street',
  city: 'Tampa',
  state: 10,
  zip: '33602',
  numbers: [{ phone_number: '8135550147', lk_phone_number_type_id: 1 }],
})

type AskedQuestion = {
  lk_question_type_id: number
  type: string
  counties: { value: number }[]
  configuration: {
    title: string
    options: { id: number }[]
    settings: { minMax: { enabled: boolean; min: number; max: number }; wordMinMax: { enabled: boolean; min: number } }
  }
}
/** Answers every question of a registration one by one and submits it. Returns the titles of the questions. */
export async function registerOverHttp(client: Caller, studentCourseId: number, text: string, license?: string) {
  const calls: string[] = []
  let { questionId } = ok(await client.post('/registration/start', { studentCourseId }))
  while (questionId !== null) {
    const place = `studentCourseId=${studentCourseId}&questionId=${questionId}`
    const { question } = ok(await client.get(`/registration/question?${place}`))
    calls.push(question.configuration.title)
    const answer = registrationAnswer(question, text, license)
    const result = ok(await client.post('/registration/answer/submit', { studentCourseId, questionId, answer }))
    questionId = result.next
  }
  // None of the program's reasons against taking the course applies to them.
  const affirmation = { violation: 'none', confirmed: true }
  ok(await client.post('/registration/submit', { studentCourseId, affirmation }))
  ok(await client.post('/registration/complete', { studentCourseId }))
  return calls
}

/** The dates that lie in the past. */
const dateAnswers: Partial<Record<Purpose, string>> = { 'date-of-birth': '04/18/1988', 'citation-date': '11/02/2026' }

/** A valid answer to a registration question as shown: by its type and subject, and the first option of a choice. */
export function registrationAnswer(question: AskedQuestion, text: string, license = 'W426556678901'): unknown {
  const { options, settings } = question.configuration
  const optionId = options[0]?.id
  switch (question.type) {
    case 'drivers_license':
      return license
    case 'ssn':
      return '4321'
    case 'date':
      return dateAnswers[purposeOf(question)] ?? '12/01/2030'
    case 'state':
      return stateIdOf('FL')
    case 'county':
      return question.counties[0]!.value
    case 'multiple_choice':
      return [optionId]
    case 'short_answer':
      if (settings.minMax.enabled) return text.padEnd(settings.minMax.min, ' 1').slice(0, settings.minMax.max)
      return settings.wordMinMax.enabled ? Array(settings.wordMinMax.min).fill('camino').join(' ') : text
    default:
      return optionId
  }
}

type QuizState = { quiz: Call['body']; result: Call['body'] }

/** Every question of a course version with its answers, by id. */
export async function questionsOf({ database }: Pick<Where, 'database'>, course_version_id: number) {
  const questions = await listQuestions({ sql: database.read }, course_version_id)
  return new Map(questions.map((question): [number, Question] => [question.question_id, question]))
}

/** A student who takes a course over HTTP. The clock moves only while they stay on a page. */
export async function openSeat(where: Where, client: Caller, studentCourseId: number, course_version_id: number) {
  const questions = await questionsOf(where, course_version_id)
  const startedAt = performance.now()
  let elapsed = 0
  const move = (seconds: number) => {
    elapsed += seconds
    return where.moveClock(seconds * 1000)
  }
  const placeOf = (componentId: number): Place => ({ studentCourseId, componentId })
  const query = ({ componentId }: Place) => `studentCourseId=${studentCourseId}&componentId=${componentId}`
  let beats = 0

  async function open(componentId: number) {
    const { component } = ok(await client.get(`/course/component/${studentCourseId}/${componentId}`))
    assert(component, `component ${componentId} is not open`)
    return component
  }

  async function beat(component: Call['body'], seconds: number, sequence: number, from_ms: number, watch: boolean) {
    beats += 1
    await move(seconds)
    const ranges = (watch ? component.unwatchedVideos : []).map(({ media }: { media: string }) => ({
      media,
      duration_ms: 600_000,
      ranges: [{ from_ms, to_ms: from_ms + seconds * 1000 }],
    }))
    return ok(
      await client.post('/course/updateStudentProgressTime', {
        student_progress_id: component.studentProgress.student_progress_id,
        lease_id: component.lease_id,
        sequence,
        interacted_ms_ago: 0,
        time_spent: sequence * seconds,
        ...(ranges.length > 0 && { ranges }),
      }),
    )
  }

  return {
    open,
    beats: () => beats,
    /** Seconds of the moved clock since the start of the course. */
    passed: () => elapsed + (performance.now() - startedAt) / 1000,
    /** Stays on an open component until its time is up and, with `watch`, its video has run through. */
    async stay(component: Call['body'], { watch = true } = {}) {
      const remaining = component.required_seconds - component.studentProgress.time_spent
      const stay = watch && component.unwatchedVideos.length > 0 ? Math.max(remaining, maxVideo) : remaining
      for (let finishedCount = 0, sequence = 1; finishedCount < stay; finishedCount += beatSeconds, sequence += 1)
        await beat(component, Math.min(beatSeconds, stay - finishedCount), sequence, finishedCount * 1000, watch)
    },
    /** Waits without a heartbeat, as in a break. */
    wait: move,
    async answerInline(component: Call['body']) {
      for (const { quiz_id, questions: ids } of inlineQuizzes(component.data)) {
        for (const question of ids) {
          const answer = goodAnswer(questions.get(question)!)
          ok(await client.post('/quiz/inline-quiz/submit', { question, answer, quizId: quiz_id, studentCourseId }))
        }
      }
    },
    /** Takes an attempt from its first question to its result, with every answer right or every answer wrong. */
    async sitQuiz(
      componentId: number,
      rightOrWrong: 'right' | 'wrong',
      by: 'start' | 'retake' = 'start',
    ): Promise<QuizState> {
      const place = placeOf(componentId)
      ok(await client.post(`/quiz/${by}`, place))
      const { quiz } = ok(await client.get(`/quiz?${query(place)}`))
      let { question } = ok(await client.get(`/quiz/question/current?${query(place)}`))
      while (question) {
        const response = questions.get(question.question_id)!
        const answer = (rightOrWrong === 'right' ? goodAnswer(response) : badAnswer(response)) ?? goodAnswer(response)
        const questionId = response.question_id
        ok(await client.post('/quiz/answer/submit', { ...place, questionId, answer, answerIsDifferent: true }))
        question = ok(await client.get(`/quiz/next?${query(place)}&questionId=${questionId}`)).question
      }
      const result = ok(await client.post('/quiz/finish', { ...place, quizAttemptId: quiz.quiz_attempt_id }))
      return { quiz, result }
    },
    next: (componentId: number) => client.post('/course/next', placeOf(componentId)),
    tableOfContents: async () => ok(await client.get(`/course/tableOfContents/${studentCourseId}`)),
  }
}
export type Seat = Awaited<ReturnType<typeof openSeat>>

/** The components of a table of contents, in order. */
export const componentsOf = ({
  tableOfContents,
}: Call['body']): { component_id: number; type: string; final_ind: boolean }[] =>
  tableOfContents.flatMap(({ sections }: Call['body']) =>
    sections.flatMap(({ components }: Call['body']) => components),
  )

/** Completes one component, in a student's order. */
export async function completeComponent(seat: Seat, componentId: number): Promise<Call['body']> {
  const component = await seat.open(componentId)
  if (component.type === 'Break') await seat.wait(component.data.seconds)
  else await seat.stay(component)
  await seat.answerInline(component)
  if (component.type === 'Quiz') {
    const { result } = await seat.sitQuiz(componentId, 'right')
    assert(result.passed, `quiz ${componentId} is not passed`)
  }
  return ok(await seat.next(componentId))
}

/** The inline quizzes anywhere in a component's content, with their question IDs. */
function inlineQuizzes(node: unknown): { quiz_id: number; questions: number[] }[] {
  if (Array.isArray(node)) return node.flatMap(inlineQuizzes)
  if (typeof node !== 'object' || node === null) return []
  const { component, quiz_id, questions } = node as Call['body']
  if (component === 'inline-quiz') return [{ quiz_id, questions }]
  return Object.values(node).flatMap(inlineQuizzes)
}

/** The body of a successful response. */
export function ok(answer: Answered): Call['body'] {
  assert.equal(answer.status, 200, `${answer.status}: ${JSON.stringify(answer.body).slice(0, 500)}`)
  return answer.body
}
