import {
  findSetupPosition,
  idleLimitOf,
  type RegistrationPageView,
  registrationPath,
  type SetupPosition,
  type ShownRegistrationQuestion,
} from '#modules/learning/entry.ts'
import { selectStudentCourse } from '#modules/learning/index.ts'
import { answerRegistrationQuestion, submitRegistrationAnswer } from '#modules/learning/registration/answer-question.ts'
import { getRegistrationQuestion } from '#modules/learning/registration/get-question.ts'
import { getRegistration } from '#modules/learning/registration/get-registration.ts'
import { questionPages } from '#modules/learning/registration/question-pages.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { failureOf } from '#platform/http/failure.ts'
import { localText } from '#platform/texts.ts'
import type { SentForm } from '#platform/web/form.ts'
import { idOf } from './course-place.ts'
import { courseLangOf } from './course-words.tsx'
import { registrationTexts } from './registration.texts.ts'
import { isRepeatedAlike, namesOf, readAnswer } from './registration-form.ts'

type Question = ShownRegistrationQuestion
type Address = { studentCourseId: number; questionId: number; isCompleting: boolean; alone: boolean }
export type Place = Address & {
  now: Date
  /** The page's idle limit. */
  idle_minutes: number | null
  registrationView: RegistrationPageView
  /** See courseLangOf. */
  lang: string | undefined
  /** The questions on the page. */
  questions: Question[]
  /** Their position among the pages before the first lesson. */
  setup: SetupPosition | null
  previous: number | null
  next: number | null
}

type Params = { studentCourseId: string; questionId: string }
type Query = Readonly<Record<string, string | undefined>>

/** The question in a page's address. Throws notFound for malformed ids. */
export function placeOf(params: Params, query: Query): Address {
  const [studentCourseId, questionId] = [idOf(params.studentCourseId), idOf(params.questionId)]
  if (!studentCourseId || !questionId) throw errors.notFound()
  return { studentCourseId, questionId, isCompleting: query.completing === '1', alone: query.change === '1' }
}

/** The path of a question; of the review if `questionId` is null. */
export const addressOf = ({ studentCourseId, isCompleting }: Address, questionId: number | null): string =>
  registrationPath(studentCourseId, questionId) + (isCompleting ? '?completing=1' : '')

/** The page of a question: shared with others, or separate if one answer is being changed. */
export async function readPlace(ctx: Ctx, address: Address): Promise<Place> {
  const { studentCourseId, questionId, isCompleting, alone } = address
  const { question, next, previous } = await getRegistrationQuestion.run(ctx, {
    studentCourseId,
    questionId,
    isCompleting,
  })
  const registrationView = await getRegistration.run(ctx, { studentCourseId })
  const idle_minutes = await idleLimitOf(ctx, studentCourseId)
  const place = {
    ...address,
    now: ctx.now,
    idle_minutes,
    registrationView,
    lang: await courseLangOf(ctx, studentCourseId),
    questions: [question],
    setup: await findSetupPosition(ctx, studentCourseId, 'questions', registrationView),
  }
  if (alone) return { ...place, next: null, previous: null }
  if (isCompleting) return { ...place, next, previous }
  const pages = questionPages(registrationView.questions)
  const index = Math.max(
    0,
    pages.findIndex((page) => containsQuestion(page, questionId)),
  )
  const questions = pages[index] ?? [question]
  return {
    ...place,
    questions,
    previous: pages[index - 1]?.[0]?.question_id ?? null,
    next: pages[index + 1]?.[0]?.question_id ?? null,
  }
}

const containsQuestion = (page: readonly Question[], questionId: number) =>
  page.some(({ question_id }) => question_id === questionId)

/** Whether a question's time has not been started yet. */
export const isTimerPending = ({ configuration, timer_expires_at, state }: Question): boolean =>
  configuration.timer.active && state !== 'inactive' && (timer_expires_at === null || state === 'expired')

/** Saves valid answers and returns the errors of the others, by field, in page order. */
export async function saveAnswers(ctx: Ctx, place: Place, form: SentForm): Promise<Record<string, string>> {
  const fieldErrors: Record<string, string> = {}
  for (const question of place.questions) {
    if (question.state === 'inactive') continue
    const names = namesOf(question)
    if (!isRepeatedAlike(question, form, ctx.locale))
      fieldErrors[names.again] = localText(ctx.locale, registrationTexts, 'different')
    else Object.assign(fieldErrors, await saveOne(ctx, place, question, form))
  }
  return fieldErrors
}

async function saveOne(ctx: Ctx, { studentCourseId, registrationView }: Place, question: Question, form: SentForm) {
  // Until the registration is submitted, answers are drafts that can be changed in the review.
  const save =
    registrationView.registration.submitted_at === null ? answerRegistrationQuestion : submitRegistrationAnswer
  try {
    const course = await selectStudentCourse(ctx, studentCourseId)
    const answer = await readAnswer(ctx, course, question, form)
    if (answer !== 'keep') await save.run(ctx, { studentCourseId, questionId: question.question_id, ...answer })
    return {}
  } catch (error) {
    if (!(error instanceof Refusal) || ![413, 415, 422].includes(error.kind.status)) throw error
    const message = error.issues[0]?.message ?? failureOf(error, ctx.locale, ctx.log).body.message
    return { [namesOf(question).answer]: String(message) }
  }
}

/** Whether a just saved answer is unusual, and the page has not asked to confirm it yet. */
export async function needsSecondLook(ctx: Ctx, { studentCourseId, questions }: Place, form: SentForm) {
  if (!questions.some(({ type }) => type === 'drivers_license' || type === 'license_number')) return false
  const { questions: savedQuestions } = await getRegistration.run(ctx, { studentCourseId })
  return savedQuestions
    .filter(({ question_id }) => questions.some((question) => question.question_id === question_id))
    .some((question) => question.warning !== null && form.values[namesOf(question).seen] !== String(question.answer))
}

/** The next page with unanswered questions, else the review. */
export async function addressAfter(ctx: Ctx, place: Place): Promise<string> {
  const { studentCourseId, questions, alone, isCompleting } = place
  if (alone) return registrationPath(studentCourseId)
  if (isCompleting) {
    const { questionId } = place
    const { next } = await getRegistrationQuestion.run(ctx, { studentCourseId, questionId, isCompleting })
    return addressOf(place, next)
  }
  const { questions: now } = await getRegistration.run(ctx, { studentCourseId })
  const pages = questionPages(now)
  const last = questions.at(-1)!.question_id
  const index = pages.findIndex((page) => containsQuestion(page, last))
  const open = pages.slice(index + 1).find((page) => page.some(isUnresolved))
  return registrationPath(studentCourseId, open?.[0]?.question_id ?? null)
}

const isUnresolved = ({ problem, attempted, state }: Question) =>
  problem !== null || (!attempted && state !== 'inactive')
