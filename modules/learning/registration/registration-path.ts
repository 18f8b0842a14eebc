/** The address of a registration question, or of the overview. */
export const registrationPath = (student_course_id: number, question_id: number | null = null): string =>
  `/course/${student_course_id}/registration${question_id === null ? '' : `/${question_id}`}`

/** The address of a course, which redirects according to its state. */
export const coursePath = (student_course_id: number, place?: 'agreement' | 'confirm'): string =>
  `/course/${student_course_id}${place ? `/${place}` : ''}`
