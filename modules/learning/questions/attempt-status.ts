/** Quiz attempt statuses; the ids are the contract's lookup lk_quiz_attempt_status. */
export const attemptStatus = {
  inProgress: 1,
  submitted: 2,
  inReview: 3,
  passed: 4,
  failed: 5,
  needsAttention: 6,
  fixed: 7,
  expired: 8,
} as const
export type AttemptStatus = (typeof attemptStatus)[keyof typeof attemptStatus]

/** Whether an attempt ended without a pass, so that only a retake can follow. */
export const isFailed = (id: AttemptStatus): boolean => id === attemptStatus.failed || id === attemptStatus.expired
