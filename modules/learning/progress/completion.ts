import { listComponents, selectCourseVersion } from '#modules/catalogue/index.ts'
import { listMissingInlineQuestions } from '#modules/learning/questions/missing-inline-questions.ts'
import { hasPassedQuiz, listQuizzesInReview } from '#modules/learning/questions/quiz-passed.sql.ts'
import { agreementIsDue } from '#modules/learning/registration/due.ts'
import { findRegistrationProblem } from '#modules/learning/registration/registration-problems.ts'
import { awaitingReview, selectRegistrationState } from '#modules/learning/registration/registration-state.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localText, type ParamsOf } from '#platform/texts.ts'
import { showDuration } from './duration.shared.ts'
import { missingTexts } from './missing.texts.ts'
import { type Step, stepsOf } from './outline.ts'
import { listPendingExams } from './owed-exams.ts'
import { listProgress, type Progress } from './progress.sql.ts'
import { listVideoProgress } from './watched-video.sql.ts'

export type MissingReason = keyof typeof missingTexts
/** One missing requirement; `message` is in the caller's language. */
export type Missing = {
  reason: MissingReason
  message: string
  component_id: number | null
  questionId: number | null
  /** The missing seconds, if time is missing. */
  seconds: number | null
}

/** Server-side facts about a course, read once for one decision. */
export type CourseState = { course: StudentCourse; steps: Step[]; watchAll: boolean }

/** The course with its outline in its current state for the student; pass `progress` if it was already read. */
export async function selectCourseState(
  ctx: Ctx,
  course: StudentCourse,
  progress?: readonly Progress[],
): Promise<CourseState> {
  const { course_version_id, student_course_id } = course
  // Sequential: in a transaction they share a connection.
  const version = await selectCourseVersion(ctx, course_version_id)
  const components = await listComponents(ctx, course_version_id)
  const steps = stepsOf(components, progress ?? (await listProgress(ctx, student_course_id)))
  return { course, steps, watchAll: Boolean(version.completion_configuration.requireStudentsWatchAllVideos) }
}

/**
 * The requirements still missing to leave a step, or to complete the course if no step is given. Used by both `next`
 * and `complete`; ignores the client's claims.
 */
export async function listMissingRequirements(ctx: Ctx, state: CourseState, step?: Step): Promise<Missing[]> {
  return step ? listMissingInStep(ctx, state, step) : listMissingInCourse(ctx, state)
}

async function listMissingInStep(ctx: Ctx, state: CourseState, step: Step): Promise<Missing[]> {
  if (step.completed) return []
  return [
    ...missingTime(ctx, step),
    ...(await listMissingVideos(ctx, state, step)),
    ...(await listMissingQuestions(ctx, state, step)),
    ...(await missingQuiz(ctx, state, step)),
  ]
}

async function listMissingInCourse(ctx: Ctx, state: CourseState): Promise<Missing[]> {
  const { course, steps } = state
  const openSteps = steps.filter((step) => !step.completed)
  const missingParts: Missing[] = []
  for (const step of openSteps) missingParts.push(...(await missingToComplete(ctx, state, step)))
  // A quiz awaiting review does not block the next lesson, but the course is not complete before it is graded.
  const quizzesInReview = await listQuizzesInReview(ctx, course.student_course_id)
  for (const component_id of quizzesInReview) missingParts.push(missing(ctx, 'REVIEW', { component_id }))
  return [...missingParts, ...(await listMissingExams(ctx, course)), ...(await listMissingPapers(ctx, course))]
}

async function listMissingExams(ctx: Ctx, course: StudentCourse): Promise<Missing[]> {
  const exams = await listPendingExams(ctx, course)
  return exams.map(({ waitsFor }) => missing(ctx, waitsFor === 'staff' ? 'EXTERNAL_REVIEW' : 'EXTERNAL_EXAM'))
}

/** An incomplete step counts as missing itself, except the final exam, which is left by completing the course. */
async function missingToComplete(ctx: Ctx, state: CourseState, step: Step): Promise<Missing[]> {
  const reasons = await listMissingInStep(ctx, state, step)
  const { component_id, name, final_ind } = step.component
  if (reasons.length > 0 || final_ind) return reasons
  return [missing(ctx, 'COMPONENT', { component_id }, { name })]
}

function missingTime(ctx: Ctx, { component, time_spent }: Step): Missing[] {
  const { component_id } = component
  const requiredSeconds = component.type === 'Break' ? component.data.seconds : component.required_seconds
  const seconds = requiredSeconds - time_spent
  if (seconds <= 0) return []
  const reason = component.type === 'Break' ? 'BREAK' : 'TIME'
  return [missing(ctx, reason, { component_id, seconds }, { time: showDuration(seconds) })]
}

async function listMissingVideos(
  ctx: Ctx,
  { watchAll }: CourseState,
  { component, progress }: Step,
): Promise<Missing[]> {
  if (!watchAll || !progress || (component.type !== 'Content' && component.type !== 'Media')) return []
  const { component_id } = component
  const videos = (await listVideoProgress(ctx, [progress.student_progress_id])).get(progress.student_progress_id) ?? []
  const unwatched = videos.filter((video) => !video.completed)
  return unwatched.map(({ percent }) => missing(ctx, 'VIDEOS', { component_id }, { n: percent }))
}

async function listMissingQuestions(ctx: Ctx, { course }: CourseState, { component }: Step): Promise<Missing[]> {
  if (component.type !== 'Content' && component.type !== 'Media') return []
  const { component_id } = component
  const [first, ...others] = await listMissingInlineQuestions(ctx, course.student_course_id, component_id)
  if (first === undefined) return []
  return [missing(ctx, 'INLINE_QUESTIONS', { component_id, questionId: first }, { count: others.length + 1 })]
}

async function missingQuiz(ctx: Ctx, { course }: CourseState, { component }: Step): Promise<Missing[]> {
  const { type, component_id, name, final_ind } = component
  if (type !== 'Quiz' || (await hasPassedQuiz(ctx, course.student_course_id, component_id))) return []
  const isInReview = !final_ind && (await listQuizzesInReview(ctx, course.student_course_id)).includes(component_id)
  return isInReview ? [] : [missing(ctx, final_ind ? 'FINAL_EXAM' : 'QUIZ', { component_id }, { name })]
}

async function listMissingPapers(ctx: Ctx, course: StudentCourse): Promise<Missing[]> {
  const problem = await findRegistrationProblem(ctx, course)
  if (problem)
    return [{ ...missing(ctx, problem.reason, { questionId: problem.questionId }), message: problem.message }]
  const version = await selectCourseVersion(ctx, course.course_version_id)
  if (agreementIsDue(course, version)) return [missing(ctx, 'AGREEMENT')]
  const documents = awaitingReview(await selectRegistrationState(ctx, course))
  return documents.map(({ question_id: questionId }) => missing(ctx, 'DOCUMENTS', { questionId }))
}

const missing = <R extends MissingReason>(
  { locale }: Ctx,
  reason: R,
  target: Partial<Pick<Missing, 'component_id' | 'questionId' | 'seconds'>> = {},
  ...params: ParamsOf<(typeof missingTexts)[R][0]>
): Missing => ({
  reason,
  message: localText(locale, missingTexts, reason, ...params),
  component_id: null,
  questionId: null,
  seconds: null,
  ...target,
})
