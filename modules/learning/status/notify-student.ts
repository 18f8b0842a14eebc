import { randomUUID } from 'node:crypto'
import { type ReviewResult, reviewed } from '#modules/learning/facts.ts'
import type { Ctx } from '#platform/ctx.ts'

type Notice = { student_course_id: number; quiz_attempt_id?: number; result: ReviewResult; to?: number }

/** Emails the student a staff decision after this transaction commits. */
export const notifyStudent = (ctx: Ctx, { quiz_attempt_id, ...review }: Notice): Promise<void> =>
  ctx.emit(reviewed, { ...review, quiz_attempt_id: quiz_attempt_id ?? null, event: randomUUID() })
