import type { QuestionShown } from '#modules/learning/entry.ts'

/** Whether the time of a question is over: it can't be answered any more. */
export const isTimedOut = ({ timer_expired_at, timer_expires_at, submitted_at }: QuestionShown, now: Date): boolean =>
  timer_expired_at !== null ||
  // Within the grace period the answer was already closed.
  (timer_expires_at !== null && submitted_at !== null && new Date(timer_expires_at) <= now)

/** A time limit in minutes, or in seconds if it isn't whole minutes. */
export const formatDuration = (
  t: (key: 'minutes' | 'seconds', params: { n: number }) => string,
  seconds: number,
): string => (seconds % 60 === 0 ? t('minutes', { n: seconds / 60 }) : t('seconds', { n: seconds }))
