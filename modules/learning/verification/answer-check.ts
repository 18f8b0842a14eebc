import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Check, updateCheckTries } from './check.sql.ts'
import { type Decision, decide } from './decide.ts'
import { verificationErrors } from './errors.ts'
import type { SubmittedAnswer } from './methods/method.ts'
import { methodOf } from './methods/methods.ts'

/**
 * Evaluates the answer to the current question. The attempt is counted first, so that each of twenty concurrent ones
 * counts; all but the first answer a question that is no longer current. An answer after its time is late, by the
 * database's clock to the millisecond. The caller must hold the course's lock.
 */
export async function answerCheck(
  ctx: Ctx,
  course: StudentCourse,
  check: Check,
  { question_id, answer }: { question_id?: number | null | undefined; answer: SubmittedAnswer },
): Promise<Decision> {
  const { method, question_id: expected } = check.tasks[check.position]!
  const { questions } = methodOf(method)
  if (expected === null || !questions) throw verificationErrors.noVerification()
  const counted = await updateCheckTries(ctx, check)
  const isAsked = check.served_at !== null && (question_id ?? expected) === expected
  if (!isAsked) return decide(ctx, course, counted, { result: 'wrong', detail: 'another question was asked' })
  if (counted.overdue) return decide(ctx, course, counted, { result: 'late' })
  return decide(ctx, course, counted, await questions.judge(ctx, { course, check: counted }, answer))
}
