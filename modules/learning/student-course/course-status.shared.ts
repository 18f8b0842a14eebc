import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import type { Lookup } from '#platform/lookups.ts'
import type { Tone } from '#platform/ui/badge.tsx'
import type { IconName } from '#platform/ui/icons.tsx'
import { toneOf } from '#platform/ui/status-tones.ts'

/** Student course statuses; the ids are the contract's lookup lk_student_course_status. */
export const status = {
  paidNotRegistered: 1,
  notPaid: 2,
  paidRegistered: 3,
  inProgress: 4,
  inReview: 5,
  passed: 6,
  certificateIssued: 7,
  failed: 8,
  disabled: 9,
  expired: 10,
  inRegistration: 11,
  inSecuritySetup: 12,
  needsAttention: 13,
  fixed: 14,
  grading: 15,
  refunded: 16,
  completionError: 17,
  certificateIssuedManually: 18,
  completionErrorFlhsmv: 19,
  payNow: 20,
  confirmingInformation: 21,
  attemptedCompletion: 22,
} as const
export type StudentCourseStatus = (typeof status)[keyof typeof status]

const s = status
/** Statuses before and during the lessons. */
export const takingStatuses = [s.paidNotRegistered, s.inRegistration, s.paidRegistered, s.inSecuritySetup, s.inProgress]

/** Statuses of a course that waits for payment. */
export const unpaidStatuses: readonly number[] = [s.notPaid, s.payNow]
export const isUnpaid = (id: number): boolean => unpaidStatuses.includes(id)

/** Statuses in which a student may open the course and earn time. */
export const isOpen = (id: number): boolean =>
  ([s.inProgress, s.paidRegistered, s.attemptedCompletion] as number[]).includes(id)

/** Statuses in which the student must act next: a course that stays there too long expires. */
export const isTaking = (id: number): boolean => isOpen(id) || (takingStatuses as number[]).includes(id)

/** Final statuses of success: the course's requirements were met. */
export const completeStatuses: readonly number[] = [
  s.passed,
  s.certificateIssued,
  s.certificateIssuedManually,
  s.completionError,
  s.completionErrorFlhsmv,
]
export const isComplete = (id: number): boolean => completeStatuses.includes(id)

const waitsForStaff = [
  s.inReview,
  s.grading,
  s.needsAttention,
  s.fixed,
  s.confirmingInformation,
  s.disabled,
] as number[]

/** Statuses in which the end date of a course still matters: in progress, waiting, or expired. */
export const isExtendable = (id: number): boolean => isTaking(id) || waitsForStaff.includes(id) || id === s.expired

/** Statuses that are not an enrollment: the course was not paid for, or was refunded. */
export const isEnrollment = (id: number): boolean => !isUnpaid(id) && id !== s.refunded

const appearance: Readonly<Record<number, { tone: Tone; icon: IconName }>> = {
  [s.inProgress]: { tone: 'blue', icon: 'clock' },
  [s.passed]: { tone: 'green', icon: 'check' },
  [s.certificateIssued]: { tone: 'purple', icon: 'certificate' },
  [s.failed]: { tone: 'red', icon: 'thumbsDown' },
  [s.needsAttention]: { tone: 'red', icon: 'alert' },
  [s.fixed]: { tone: 'yellow', icon: 'hammer' },
  [s.refunded]: { tone: 'yellow', icon: 'payments' },
  [s.completionError]: { tone: 'red', icon: 'alert' },
  [s.certificateIssuedManually]: { tone: 'purple', icon: 'certificate' },
  [s.payNow]: { tone: 'yellow', icon: 'alert' },
  [s.confirmingInformation]: { tone: 'green', icon: 'info' },
}

/** Color of a student course's status, the same for students and staff. */
export const courseTone = (id: number): Tone => toneOf((lk_student_course_status as Lookup)[id]?.[0] ?? '')

/** Icon of a student course and the icon's own color. */
export const statusBadge = (id: number): { tone: Tone; icon: IconName } =>
  appearance[id] ?? { tone: 'gray', icon: 'book' }

type Standing = { open_ind: boolean; path: string; lk_student_course_status_id: number }

/** The student's next action in a course. */
export function nextAction({ open_ind, path, lk_student_course_status_id: statusId }: Standing) {
  if (open_ind) return 'continue'
  if (isUnpaid(statusId)) return 'payNow'
  if (statusId === s.passed || statusId === s.failed) return 'seeResult'
  return path.endsWith('/registration') ? 'startCourse' : 'look'
}

/** Statuses of a course that was started and may still be passed. */
export const activeStatuses: readonly StudentCourseStatus[] = [
  status.inProgress,
  status.attemptedCompletion,
  status.confirmingInformation,
  status.inReview,
  status.grading,
  status.needsAttention,
  status.fixed,
]
