import { isOpen, status } from '#modules/learning/student-course/course-status.shared.ts'

/** The course statuses in which quizzes are taken. */
export const openStatuses: readonly number[] = Object.values(status).filter(isOpen)
