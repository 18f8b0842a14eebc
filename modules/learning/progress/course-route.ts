import type { Component } from '#modules/catalogue/index.ts'
import { type StudentCourseStatus, status as s } from '#modules/learning/student-course/course-status.shared.ts'
import { pathTo } from '#platform/path-to.ts'

export type CoursePage =
  | 'cart'
  | 'registration'
  | 'agreement'
  | 'security/setup'
  | 'security/verify'
  | 'external'
  | 'content'
  | 'quiz'
  | 'confirm'
  | 'review'
  | 'completed'
  | 'passed'
  | 'issued'
  | 'disabled'
  | 'expired'

/** The facts that decide where a course continues. */
export type CoursePosition = {
  student_course_id: number
  status: StudentCourseStatus
  expired: boolean
  registration_due: boolean
  agreement_due: boolean
  /** The page of a pending identity check; null if there is none. */
  verification: 'security/setup' | 'security/verify' | null
  /** Whether the student has only an external exam left. */
  external: boolean
  /** The component to continue with; null if none may be opened. */
  component: { component_id: number; is_quiz: boolean } | null
}

const pageByStatus: Partial<Record<StudentCourseStatus, CoursePage>> = {
  [s.notPaid]: 'cart',
  [s.payNow]: 'cart',
  [s.disabled]: 'disabled',
  [s.refunded]: 'disabled',
  [s.completionError]: 'disabled',
  [s.completionErrorFlhsmv]: 'disabled',
  [s.expired]: 'expired',
  [s.inReview]: 'review',
  [s.grading]: 'review',
  [s.needsAttention]: 'review',
  [s.fixed]: 'review',
  [s.failed]: 'completed',
  [s.confirmingInformation]: 'confirm',
  [s.passed]: 'passed',
  [s.certificateIssued]: 'issued',
  [s.certificateIssuedManually]: 'issued',
}

/** The only function that decides where a course continues. */
export function pageOf(position: CoursePosition): CoursePage {
  const finalPage = pageByStatus[position.status]
  if (finalPage) return finalPage
  if (position.expired) return 'expired'
  if (position.registration_due || position.status === s.inRegistration) return 'registration'
  if (position.agreement_due) return 'agreement'
  if (position.verification) return position.verification
  if (position.status === s.inSecuritySetup) return 'security/setup'
  if (position.external) return 'external'
  return position.component?.is_quiz ? 'quiz' : 'content'
}

/** The address of the page where a course continues. */
export function pathOf(position: CoursePosition): string {
  const page = pageOf(position)
  const studentCourseId = position.student_course_id
  if (page === 'cart') return pathTo('/course/:studentCourseId/pay', { studentCourseId })
  if (page !== 'quiz' && page !== 'content') return pathTo(`/course/:studentCourseId/${page}`, { studentCourseId })
  const { component } = position
  return component ? addressOf(studentCourseId, component.component_id, component.is_quiz) : pathTo('/dashboard')
}

function addressOf(studentCourseId: number, componentId: number, is_quiz: boolean) {
  const page = is_quiz ? '/course/:studentCourseId/quiz/:componentId' : '/course/:studentCourseId/:componentId'
  return pathTo(page, { studentCourseId, componentId })
}

/** The address of a component: the player, or the quiz. */
export const componentPath = (
  student_course_id: number,
  { component_id, type }: Pick<Component, 'component_id' | 'type'>,
) => addressOf(student_course_id, component_id, type === 'Quiz')

/** Whether lessons, quizzes and their time are open; students who wait for an external exam may reread them. */
export const isInside = (position: CoursePosition): boolean =>
  ['content', 'quiz', 'external'].includes(pageOf(position))

/** Whether the student is in the course or on the way there, and may correct what staff sent back. */
export const mayCorrect = (position: CoursePosition): boolean =>
  isInside(position) || ['registration', 'agreement', 'security/setup'].includes(pageOf(position))
