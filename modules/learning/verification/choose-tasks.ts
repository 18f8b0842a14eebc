import type { SecurityOptions } from '#modules/catalogue/index.ts'
import { type CheckReason, type Method, securityOf } from '#modules/learning/due-check/options.ts'
import { shuffle } from '#modules/learning/questions/draw.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Check, type LastUsed, listLastUsed, listReplacedMethods, type Task } from './check.sql.ts'
import type { EnrolledStudent } from './methods/method.ts'
import { isQuestion, methodOf, methodsIn, questionMethods } from './methods/methods.ts'

type CheckRequest = EnrolledStudent & { reason: CheckReason }

/**
 * Chooses a check's tasks: every method set to 'each attempt', and the least recently used of the others. A method
 * that can't be used is replaced by the next one, and finally by a personal question. Empty if no task is possible.
 */
export async function chooseTasks(ctx: Ctx, enrolled: CheckRequest): Promise<Task[]> {
  const questions = await usableQuestions(ctx, enrolled)
  const lastUsed = await listLastUsed(ctx, enrolled.course.student_course_id)
  const options = securityOf(enrolled.version)
  const [personal] = questionMethods
  if (enrolled.reason === 'unlock') return questionTasks(personal!, enrolled, options, questions, lastUsed)
  const usable = await usableMethods(ctx, enrolled, questions)
  const alwaysUsed = usable.filter((method) => momentOf(options, method, enrolled.reason)?.showOnEveryAttempt)
  const [inRotation] = byLastUse(
    usable.filter((method) => !alwaysUsed.includes(method)),
    lastUsed,
  )
  const methods = [...alwaysUsed, ...(inRotation ? [inRotation] : [])]
  if (methods.length === 0 && questions.get(personal!)!.length > 0) methods.push(personal!)
  return methods.flatMap((method) =>
    isQuestion(method)
      ? questionTasks(method, enrolled, options, questions, lastUsed)
      : [{ method, question_id: null }],
  )
}

/** The available questions of each method. */
type UsableQuestions = ReadonlyMap<Method, readonly number[]>

/** The questions that each question method may currently use for a student. */
export async function usableQuestions(
  ctx: Ctx,
  course: Pick<CheckRequest, 'course' | 'version'>,
): Promise<UsableQuestions> {
  const usable = new Map<Method, readonly number[]>()
  for (const method of questionMethods) usable.set(method, (await methodOf(method).questions?.list(ctx, course)) ?? [])
  return usable
}

/** The method whose questions replace another method; if it is the last one, it may have no questions either. */
export const substituteMethod = (questions: UsableQuestions): Method =>
  questionMethods.find((method) => questions.get(method)!.length > 0) ?? questionMethods.at(-1)!

/** The usable methods of a course. Methods that the course doesn't use are not examined. */
async function usableMethods(ctx: Ctx, enrolled: CheckRequest, questions: UsableQuestions): Promise<Method[]> {
  const usable: Method[] = []
  for (const method of methodsIn(enrolled.version)) {
    const entry = methodOf(method)
    if (entry.questions ? questions.get(method)!.length > 0 : await entry.isUsable(ctx, enrolled)) usable.push(method)
  }
  return usable
}

/**
 * The replacement for a method that can no longer be used: another method, or else a question; null if there is none.
 */
export async function nextTask(ctx: Ctx, enrolled: CheckRequest, check: Check): Promise<Task | null> {
  const { tasks } = check
  const questions = await usableQuestions(ctx, enrolled)
  const lastUsed = await listLastUsed(ctx, enrolled.course.student_course_id)
  const usedMethods = [...tasks.map(({ method }) => method), ...(await listReplacedMethods(ctx, check))]
  const methods = (await usableMethods(ctx, enrolled, questions)).filter(
    (method) => !isQuestion(method) && !usedMethods.includes(method),
  )
  const [method] = byLastUse(methods, lastUsed)
  if (method) return { method, question_id: null }
  const kind = substituteMethod(questions)
  const usedIds = new Set(tasks.map(({ question_id }) => question_id))
  const sortedIds = questionsInTurn(questions.get(kind)!, lastUsed)
  const question_id = sortedIds.find((id) => !usedIds.has(id)) ?? sortedIds[0]
  return question_id === undefined ? null : { method: kind, question_id }
}

const momentOf = (options: SecurityOptions, method: Method, reason: CheckReason) =>
  methodOf(method).moments(options.methods)?.[reason === 'resume' ? 'courseResume' : 'regularValidation']

const lastUse = (uses: readonly LastUsed[], matches: (entry: LastUsed) => boolean): number =>
  Math.max(0, ...uses.filter(matches).map(({ at }) => at.getTime()))

/** Sorts methods: those never used first, in random order; then the least recently used. */
const byLastUse = (all: readonly Method[], uses: readonly LastUsed[]): Method[] =>
  shuffle(all).toSorted((a, b) => lastUse(uses, (u) => u.method === a) - lastUse(uses, (u) => u.method === b))

function questionTasks(
  method: Method,
  { reason }: CheckRequest,
  options: SecurityOptions,
  questions: UsableQuestions,
  uses: readonly LastUsed[],
): Task[] {
  const count = Math.max(1, momentOf(options, method, reason)?.questionsPerAttempt ?? 1)
  return questionsInTurn(questions.get(method)!, uses)
    .slice(0, count)
    .map((question_id) => ({ method, question_id }))
}

/** The available questions, the least recently asked first. */
export const questionsInTurn = (ids: readonly number[], uses: readonly LastUsed[]): number[] =>
  shuffle(ids).toSorted((a, b) => lastUse(uses, (u) => u.question_id === a) - lastUse(uses, (u) => u.question_id === b))
