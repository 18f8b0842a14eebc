import { isOpenAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { isOpen } from '#modules/learning/student-course/course-status.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { frontierOf, isReachable, type QuizState, quizPath } from './quiz-state.ts'

/** The address where a student continues a quiz: the question `question_id` if it may be shown. */
export function quizRoute(quizState: QuizState, reachable: boolean, question_id?: number): string {
  const { course, component, attempt, answers } = quizState
  const quizKey = { studentCourseId: course.student_course_id, componentId: component.component_id }
  if (attempt && !isOpenAttempt(attempt)) return quizPath(quizKey, 'summary')
  if (!isOpen(course.lk_student_course_status_id))
    return pathTo('/course/:studentCourseId', { studentCourseId: quizKey.studentCourseId })
  if (!reachable) return quizPath(quizKey, 'unauthorized')
  if (!attempt) return quizPath(quizKey, 'intro')
  const answer = answers.find((row) => row.question_id === question_id)
  const row = answer && isReachable(quizState, answer) ? answer : (frontierOf(quizState) ?? answers.at(-1))
  return quizPath(quizKey, row?.question_id ?? 'error')
}
