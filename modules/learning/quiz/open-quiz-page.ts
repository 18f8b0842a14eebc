import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { verificationPath } from '#modules/learning/due-check/require-verified.ts'
import { type OpenResult, openComponent, type SeatProps } from '#modules/learning/opening/open-component.ts'
import { componentPath } from '#modules/learning/progress/course-route.ts'
import { idleMinutes } from '#modules/learning/progress/find-step.ts'
import { type CourseProgress, progressOf, type Step } from '#modules/learning/progress/outline.ts'
import { readCourse } from '#modules/learning/progress/read-course.ts'
import { isOpenAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { questionsOf } from '#modules/learning/questions/questions.ts'
import type { QuestionShown } from '#modules/learning/questions/quiz.schema.ts'
import { isComplete, isOpen } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { isViewing } from '#platform/viewing.ts'
import { listReturnedAnswers } from './correct-answers.ts'
import { type QuizShown, showQuiz } from './fetch-quiz.ts'
import { type QuizNavigation, showNavigation } from './navigation.ts'
import { quizRoute } from './quiz-route.ts'
import { type QuizKey, type QuizPageName, type QuizState, quizPath, reachOf } from './quiz-state.ts'
import { rowOf, selectLiveQuizState, serveRow } from './serve-question.ts'

/** The common data of quiz pages; `seat` is null if no time is earned, and `idle_minutes` is the idle limit then. */
export type QuizPage = {
  quizKey: QuizKey
  quiz: QuizShown
  seat: SeatProps | null
  idle_minutes: number | null
  progress: CourseProgress
  course_name: string
  lk_language_id: number
  lk_student_course_status_id: number
  /** The lessons before the quiz that the student may review; none once the course is closed. */
  lessons: { name: string; path: string }[]
  /** Whether a passed course has a certificate or will get one. */
  hasCertificate: boolean
  /** The texts of a finished attempt's ungraded questions. */
  ungraded: string[]
  /** The staff's comment on the whole attempt. */
  comment: string | null
  /** The written answers that staff sent back, with their comments. */
  sent_back: { question_id: number; title: string; answer: string; comment: string | null }[]
}
export type QuestionPage = { question: QuestionShown; total: number; questions: QuizNavigation }

type Page = { page: QuizPage; quizState: QuizState }

/** Opens a page of a quiz in one transaction, or returns the page to open instead. Throws 404. */
export const openQuizPage = (
  ctx: Ctx,
  quizKey: QuizKey,
  name: QuizPageName,
): Promise<QuizPage | { redirect: string }> =>
  ctx.tx(async (inner) => {
    const result = await openPage(inner, quizKey, quizPath(quizKey, name))
    return 'redirect' in result ? result : result.page
  })

/** Opens the page of one question. It also serves the question; the first display starts its timer. */
export const openQuestionPage = (
  ctx: Ctx,
  quizKey: QuizKey,
  question_id: number,
): Promise<(QuizPage & QuestionPage) | { redirect: string }> =>
  ctx.tx(async (inner) => {
    const result = await openPage(inner, quizKey, quizPath(quizKey, question_id), question_id)
    if ('redirect' in result) return result
    const { page, quizState } = result
    const question = await serveRow(inner, quizState, rowOf(quizState, question_id))
    return { ...page, question, total: quizState.answers.length, questions: await showNavigation(inner, quizState) }
  })

async function openPage(
  ctx: Ctx,
  quizKey: QuizKey,
  path: string,
  question_id?: number,
): Promise<Page | { redirect: string }> {
  const { studentCourseId, componentId } = quizKey
  const component = await openComponent(ctx, studentCourseId, componentId)
  const { course, steps } = component.redirect === null ? component.state : await readCourse(ctx, studentCourseId)
  const checkPath = await verificationPath(ctx, course)
  if (checkPath) return { redirect: checkPath }
  const quizState = await selectLiveQuizState(ctx, quizKey, course)
  const reach = reachOf(steps, componentId)
  const route = quizRoute(quizState, reach.reachable, question_id)
  if (route !== path) return { redirect: route }
  // The result stays readable after the course has ended.
  if (component.redirect !== null && path !== quizPath(quizKey, 'summary')) return { redirect: component.redirect }
  const { course_name, lk_student_course_status_id } = quizState.course
  const seat = seatOf(component)
  const page = {
    quizKey,
    quiz: await showQuiz(ctx, quizState, reach),
    seat,
    // There is no limit in an ended course or for staff who view as the student.
    idle_minutes: seat || component.redirect !== null || isViewing(ctx.actor) ? null : await idleMinutes(ctx, course),
    progress: progressOf(steps),
    course_name,
    lk_language_id: (await selectCourseVersion(ctx, course.course_version_id)).lk_language_id,
    lk_student_course_status_id,
    lessons: lessonsBefore(quizState.course, steps, componentId),
    hasCertificate: await isCertified(ctx, quizState.course),
    ungraded: await listUngraded(ctx, quizState),
    comment: quizState.attempt?.comment ?? null,
    sent_back: await showSentBack(ctx, quizState),
  }
  return { page, quizState }
}

const maxLessons = 20

/** The lessons that a quiz covers: those since the previous quiz; all lessons for the final exam. */
function lessonsBefore(course: StudentCourse, steps: readonly Step[], component_id: number): QuizPage['lessons'] {
  if (!isOpen(course.lk_student_course_status_id)) return []
  const quizIndex = steps.findIndex(({ component }) => component.component_id === component_id)
  const before = steps.slice(0, quizIndex)
  const isLesson = ({ component: { type } }: Step) => type === 'Content' || type === 'Media'
  const quizLessons = before
    .slice(before.findLastIndex(({ component }) => component.type === 'Quiz') + 1)
    .filter(isLesson)
  const lessons =
    steps[quizIndex]?.component.final_ind || quizLessons.length === 0 ? before.filter(isLesson) : quizLessons
  return lessons
    .slice(-maxLessons)
    .map(({ component }) => ({ name: component.name, path: componentPath(course.student_course_id, component) }))
}

async function isCertified(ctx: Ctx, course: StudentCourse): Promise<boolean> {
  if (!isComplete(course.lk_student_course_status_id)) return false
  return (await selectCourseVersion(ctx, course.course_version_id)).certificate_template_id !== null
}

async function listUngraded(ctx: Ctx, { course, attempt, answers }: QuizState): Promise<string[]> {
  if (attempt === null || isOpenAttempt(attempt)) return []
  const ungradedIds = answers.filter(({ correct }) => correct === null).map(({ question_id }) => question_id)
  const questions = await questionsOf(ctx, course.course_version_id, ungradedIds)
  return questions.map(({ configuration }) => configuration.title)
}

async function showSentBack(ctx: Ctx, quizState: QuizState): Promise<QuizPage['sent_back']> {
  const rows = await listReturnedAnswers(ctx, quizState)
  const ids = rows.map(({ question_id }) => question_id)
  const questions = await questionsOf(ctx, quizState.course.course_version_id, ids)
  return rows.map(({ question_id, answer, comment }, index) => ({
    question_id,
    comment,
    title: questions[index]!.configuration.title,
    answer: typeof answer === 'string' ? answer : '',
  }))
}

const seatOf = (result: OpenResult): SeatProps | null => (result.redirect === null ? result.seat : null)
