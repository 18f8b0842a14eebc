import { isOpen } from '../status/transitions.ts'
import { isOpenAttempt } from './attempt.sql.ts'
import { frontierOf, isReachable, quizPath, type Sitting } from './sitting.ts'

/** The page on which a student goes on with a quiz; `question_id` is kept where that question may be shown. */
export function whereIn(sitting: Sitting, reachable: boolean, question_id?: number): string {
  const { course, component, attempt, answers } = sitting
  const place = { studentCourseId: course.student_course_id, componentId: component.component_id }
  if (attempt && !isOpenAttempt(attempt)) return quizPath(place, 'summary')
  if (!isOpen(course.lk_student_course_status_id)) return `/course/${place.studentCourseId}`
  if (!reachable) return quizPath(place, 'unauthorized')
  if (!attempt) return quizPath(place, 'intro')
  const wanted = answers.find((row) => row.question_id === question_id)
  const row = wanted && isReachable(sitting, wanted) ? wanted : (frontierOf(sitting) ?? answers.at(-1))
  return quizPath(place, row?.question_id ?? 'error')
}
