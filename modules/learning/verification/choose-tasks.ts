import { type CourseVersion, listQuestions, type SecurityOptions } from '#modules/catalogue/index.ts'
import { type CheckReason, type Method, methodsOf, securityOf } from '#modules/learning/due-check/options.ts'
import { shuffle } from '#modules/learning/questions/draw.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Check, type LastUsed, listLastUsed, listReplaced, type Task } from './check.sql.ts'
import { isDeviceUsable } from './methods/biometrics/usable-device.ts'
import { isTypingUsable } from './methods/keystroke/keystroke-options.ts'
import { isPhoneUsable } from './methods/phone/reach-student.ts'
import { listAnswerHashes, type Setup } from './setup.sql.ts'

type Asked = { course: StudentCourse; version: CourseVersion; setup: Setup; reason: CheckReason }

/**
 * What a check asks for: every method that is shown on each attempt, and of the others the one that was used longest ago.
 * A method that cannot be used now is replaced by the next one, at last by a personal question. Empty: nothing can be asked.
 */
export async function chooseTasks(ctx: Ctx, asked: Asked): Promise<Task[]> {
  const questions = await usableQuestions(ctx, asked)
  const used = await listLastUsed(ctx, asked.course.student_course_id)
  const options = securityOf(asked.version)
  if (asked.reason === 'unlock') return questionTasks('security_questions', asked, options, questions, used)
  const usable = await usableMethods(ctx, asked, questions)
  const every = usable.filter((method) => momentOf(options, method, asked.reason)?.showOnEveryAttempt)
  const [turn] = byLastUse(
    usable.filter((method) => !every.includes(method)),
    used,
  )
  const chosen = [...every, ...(turn ? [turn] : [])]
  if (chosen.length === 0 && questions.security_questions.length > 0) chosen.push('security_questions')
  return chosen.flatMap((method) =>
    isQuestion(method) ? questionTasks(method, asked, options, questions, used) : [{ method, question_id: null }],
  )
}

type QuestionMethod = 'security_questions' | 'content_questions'
type Usable = Readonly<Record<QuestionMethod, readonly number[]>>

/** Personal questions that were answered in the setup, and questions about lessons that are behind the student. */
export async function usableQuestions(
  ctx: Ctx,
  { course, version }: Pick<Asked, 'course' | 'version'>,
): Promise<Usable> {
  const { student_course_id } = course
  const answered = await listAnswerHashes(ctx, student_course_id)
  const content = methodsOf(version).includes('content_questions') ? await contentQuestions(ctx, course) : []
  return { security_questions: answered.map(({ question_id }) => question_id), content_questions: content }
}

async function contentQuestions(ctx: Ctx, { course_version_id, student_course_id }: StudentCourse): Promise<number[]> {
  const questions = await listQuestions(ctx, course_version_id, { used_in: 'content' })
  const rows = await ctx.sql<{ component_id: number }>`
    select component_id from learning.student_progress
    where student_course_id = ${student_course_id} and completed_at is not null`
  const behind = new Set(rows.map(({ component_id }) => component_id))
  return questions
    .filter(({ configuration: { selectedComponent } }) => selectedComponent === null || behind.has(selectedComponent))
    .map(({ question_id }) => question_id)
}

/** The methods of a course that can be asked now; a course without one of them costs nothing for it. */
async function usableMethods(ctx: Ctx, { course, version, setup }: Asked, questions: Usable): Promise<Method[]> {
  const usable: Method[] = []
  for (const method of methodsOf(version)) {
    if (isQuestion(method) ? questions[method].length > 0 : await isUsable(ctx, method, { course, version, setup }))
      usable.push(method)
  }
  return usable
}

type Owned = Pick<Asked, 'course' | 'version' | 'setup'>

/** Whether a method that is no question can be asked of a student now. */
export async function isUsable(
  ctx: Ctx,
  method: Exclude<Method, QuestionMethod>,
  { course, version, setup }: Owned,
): Promise<boolean> {
  if (method === 'phone') return isPhoneUsable(ctx, version, course.user_id, setup)
  return method === 'keystroke' ? isTypingUsable(ctx, version, setup) : isDeviceUsable(ctx, version, setup)
}

export const isQuestion = (method: Method): method is QuestionMethod =>
  method === 'security_questions' || method === 'content_questions'

/** What is asked in place of a method that cannot be used any more: the next one, at last a question; null where there is none. */
export async function nextTask(ctx: Ctx, asked: Asked, check: Check): Promise<Task | null> {
  const { tasks } = check
  const questions = await usableQuestions(ctx, asked)
  const used = await listLastUsed(ctx, asked.course.student_course_id)
  const before = [...tasks.map(({ method }) => method), ...(await listReplaced(ctx, check))]
  const others = (await usableMethods(ctx, asked, questions)).filter(
    (method) => !isQuestion(method) && !before.includes(method),
  )
  const [method] = byLastUse(others, used)
  if (method) return { method, question_id: null }
  const kind = questions.security_questions.length > 0 ? 'security_questions' : 'content_questions'
  const asksAlready = new Set(tasks.map(({ question_id }) => question_id))
  const inTurn = questionsInTurn(questions[kind], used)
  const question_id = inTurn.find((one) => !asksAlready.has(one)) ?? inTurn[0]
  return question_id === undefined ? null : { method: kind, question_id }
}

const momentOf = (options: SecurityOptions, method: Method, reason: CheckReason) =>
  method === 'phone' ? null : options.methods[method]?.[reason === 'resume' ? 'courseResume' : 'regularValidation']

const lastUse = (used: readonly LastUsed[], fits: (one: LastUsed) => boolean): number =>
  Math.max(0, ...used.filter(fits).map(({ at }) => at.getTime()))

/** Those never used first, in random order; then the least recently used. */
const byLastUse = (all: readonly Method[], used: readonly LastUsed[]): Method[] =>
  shuffle(all).toSorted((a, b) => lastUse(used, (u) => u.method === a) - lastUse(used, (u) => u.method === b))

function questionTasks(
  method: QuestionMethod,
  { reason }: Asked,
  options: SecurityOptions,
  questions: Usable,
  used: readonly LastUsed[],
): Task[] {
  const count = Math.max(1, momentOf(options, method, reason)?.questionsPerAttempt ?? 1)
  return questionsInTurn(questions[method], used)
    .slice(0, count)
    .map((question_id) => ({ method, question_id }))
}

/** The questions in the order in which they are asked: what was asked longest ago comes first. */
export const questionsInTurn = (ids: readonly number[], used: readonly LastUsed[]): number[] =>
  shuffle(ids).toSorted((a, b) => lastUse(used, (u) => u.question_id === a) - lastUse(used, (u) => u.question_id === b))
