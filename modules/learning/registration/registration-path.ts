import { pathTo } from '#platform/path-to.ts'

/** The address of a question of a registration, or of its overview. */
export const registrationPath = (student_course_id: number, question_id: number | null = null): string =>
  question_id === null
    ? pathTo('/course/:studentCourseId/registration', { studentCourseId: student_course_id })
    : pathTo('/course/:studentCourseId/registration/:questionId', {
        studentCourseId: student_course_id,
        questionId: question_id,
      })

/** The address of a course, which redirects according to its state. */
export const coursePath = (student_course_id: number, page?: 'agreement' | 'confirm'): string =>
  pathTo(page ? `/course/:studentCourseId/${page}` : '/course/:studentCourseId', {
    studentCourseId: student_course_id,
  })
