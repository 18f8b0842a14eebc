/** The address of a question of a registration, or of its overview. */
export const registrationPath = (student_course_id: number, question_id: number | null = null): string =>
  `/course/${student_course_id}/registration${question_id === null ? '' : `/${question_id}`}`

/** The address of a course, from where its rules send on. */
export const coursePath = (student_course_id: number, place?: 'agreement' | 'confirm'): string =>
  `/course/${student_course_id}${place ? `/${place}` : ''}`
