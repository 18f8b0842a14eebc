import { listComponents, type QuizOutlineComponent, selectComponent } from '#modules/catalogue/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { selectCourseState } from '#modules/learning/progress/completion.ts'
import { isInside, pathOf } from '#modules/learning/progress/course-route.ts'
import { findCoursePosition } from '#modules/learning/progress/find-course-position.ts'
import { type Step, stepsOf } from '#modules/learning/progress/outline.ts'
import { listProgress } from '#modules/learning/progress/progress.sql.ts'
import { type AnswerRow, isDone, listAnswers } from '#modules/learning/questions/answer.sql.ts'
import { type Attempt, isOpenAttempt, listAttempts } from '#modules/learning/questions/attempt.sql.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import {
  lockStudentCourse,
  type StudentCourse,
  selectStudentCourse,
} from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'

export type QuizKey = { studentCourseId: number; componentId: number }

/** A student's state in a quiz: the course, the quiz, all attempts, and the answers of the latest one. */
export type QuizState = {
  course: StudentCourse
  component: QuizOutlineComponent
  attempts: readonly Attempt[]
  /** The latest attempt. */
  attempt: Attempt | null
  answers: readonly AnswerRow[]
}

type ReadOptions = { lock?: boolean; course?: StudentCourse }

/**
 * Reads a quiz state; with `lock` it first locks the course, which is required for starting and ending attempts. Pass
 * `course` if it was already read.
 */
export async function selectQuizState(
  ctx: Ctx,
  quizKey: QuizKey,
  { lock, course: studentCourse }: ReadOptions = {},
): Promise<QuizState> {
  const course = studentCourse ?? (await (lock ? lockStudentCourse : selectStudentCourse)(ctx, quizKey.studentCourseId))
  const component = await selectComponent(ctx, course.course_version_id, quizKey.componentId)
  if (component.type !== 'Quiz') throw errors.notFound()
  const attempts = await listAttempts(ctx, course.student_course_id, component.component_id)
  const attempt = attempts.at(-1) ?? null
  const answers = attempt ? await listAnswers(ctx, attempt.quiz_attempt_id) : []
  return { course, component, attempts, attempt, answers }
}

/** Whether everything before the quiz is complete, and the student's progress in the quiz itself. */
export async function selectReach(
  ctx: Ctx,
  { course, component }: Pick<QuizState, 'course' | 'component'>,
): Promise<Step> {
  const components = await listComponents(ctx, course.course_version_id)
  return reachOf(stepsOf(components, await listProgress(ctx, course.student_course_id)), component.component_id)
}

/** The outline step of a quiz. */
export const reachOf = (steps: readonly Step[], component_id: number): Step =>
  steps.find((step) => step.component.component_id === component_id)!

/** Throws unless the course may be entered and everything before the quiz is complete. */
export async function requireReached(ctx: Ctx, { course, component }: QuizState): Promise<void> {
  const { steps } = await selectCourseState(ctx, course)
  const position = await findCoursePosition(ctx, course, steps)
  if (!isInside(position)) throw learningErrors.cannotEnter({}, { redirect: pathOf(position) })
  if (!reachOf(steps, component.component_id).reachable) throw quizErrors.notReached()
}

/** The first question that is neither submitted nor timed out; null if the attempt can be finished. */
export const frontierOf = ({ answers }: Pick<QuizState, 'answers'>): AnswerRow | null =>
  answers.find((row) => !isDone(row)) ?? null

/** Whether a question may be shown: everything before it is done. */
export function isReachable(quizState: Pick<QuizState, 'answers'>, row: AnswerRow): boolean {
  const frontier = frontierOf(quizState)
  return frontier === null || row.position <= frontier.position
}

/** The number of attempts that a student may make at a quiz; null without a limit. */
export function attemptsAllowed({ data }: QuizState['component']): number | null {
  const retakes = data.configuration.retake.attempts
  return retakes === null ? null : retakes + 1
}

/** The attempts left; null without a limit. */
export function attemptsRemaining({ component, attempts }: Pick<QuizState, 'component' | 'attempts'>): number | null {
  const allowed = attemptsAllowed(component)
  return allowed === null ? null : Math.max(0, allowed - attempts.length)
}

/** The contract's states: `active` can be answered, `expired` ran out of time, `inactive` is neither. */
export function stateOf({ attempt }: Pick<QuizState, 'attempt'>): 'active' | 'expired' | 'inactive' {
  if (!isOpenAttempt(attempt)) return 'inactive'
  return attempt.overdue ? 'expired' : 'active'
}

export type QuizPageName = 'intro' | 'summary' | 'unauthorized' | 'error' | 'pay'

/** The address of a page of a quiz; a number is a question. */
export function quizPath({ studentCourseId, componentId }: QuizKey, page: QuizPageName | number | null = null): string {
  const quizKey = { studentCourseId, componentId }
  const quiz = '/course/:studentCourseId/quiz/:componentId'
  if (typeof page === 'number') return pathTo(`${quiz}/:questionId`, { ...quizKey, questionId: page })
  return pathTo(page ? `${quiz}/${page}` : quiz, quizKey)
}
