import type { Component } from '#modules/catalogue/index.ts'
import { type StudentCourseStatus, status as s } from '#modules/learning/student-course/course-status.shared.ts'
import { pathTo } from '#platform/path-to.ts'

export type Place =
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
export type Standing = {
  student_course_id: number
  status: StudentCourseStatus
  expired: boolean
  registration_due: boolean
  agreement_due: boolean
  /** The page of a pending identity check; null if there is none. */
  verification: 'security/setup' | 'security/verify' | null
  /** The student has only an external exam left. */
  external: boolean
  /** The component to continue with; null if none may be opened. */
  component: { component_id: number; is_quiz: boolean } | null
}

const byStatus: Partial<Record<StudentCourseStatus, Place>> = {
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

/** Decides where a course continues; nothing else does. */
export function placeOf(standing: Standing): Place {
  const settled = byStatus[standing.status]
  if (settled) return settled
  if (standing.expired) return 'expired'
  if (standing.registration_due || standing.status === s.inRegistration) return 'registration'
  if (standing.agreement_due) return 'agreement'
  if (standing.verification) return standing.verification
  if (standing.status === s.inSecuritySetup) return 'security/setup'
  if (standing.external) return 'external'
  return standing.component?.is_quiz ? 'quiz' : 'content'
}

/** The address of the place where a course continues. */
export function pathOf(standing: Standing): string {
  const place = placeOf(standing)
  const studentCourseId = standing.student_course_id
  if (place === 'cart') return pathTo('/course/:studentCourseId/pay', { studentCourseId })
  if (place !== 'quiz' && place !== 'content') return pathTo(`/course/:studentCourseId/${place}`, { studentCourseId })
  const { component } = standing
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
export const isInside = (standing: Standing): boolean => ['content', 'quiz', 'external'].includes(placeOf(standing))

/** Whether the student is in the course or on the way there, and may correct what staff sent back. */
export const mayCorrect = (standing: Standing): boolean =>
  isInside(standing) || ['registration', 'agreement', 'security/setup'].includes(placeOf(standing))
