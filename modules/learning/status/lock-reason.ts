/** Reasons for automatically disabling a course; the ids are the contract's lk_student_course_status_reason_id. */
export const lockReason = { idle: 5, late: 6, wrong: 7, keystroke: 8, selfHelp: 9 } as const
export type LockReason = (typeof lockReason)[keyof typeof lockReason]

/** Whether a course's rules disabled it for this reason. */
export const isLockReason = (id: number | null): boolean =>
  (Object.values(lockReason) as (number | null)[]).includes(id)
