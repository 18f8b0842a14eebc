import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { hashAnswer, isSameHash } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Check, findLastResult, updateCheckTries } from './check.sql.ts'
import { type Decision, decide } from './decide.ts'
import { verificationErrors } from './errors.ts'
import type { SubmittedAnswer } from './methods/method.ts'
import { methodOf } from './methods/methods.ts'
import { openSetup, sealedFor } from './setup.sql.ts'

type SubmissionInput = { question_id?: number | null | undefined; answer: SubmittedAnswer }

/**
 * Judges the answer to the current question. The attempt is counted first, so that concurrent attempts all count; only
 * the first one answers a question that is still current. The same answer sent again for the same display of a question
 * is a double click: it repeats the result and is not counted. An answer after the time limit, by the database's clock,
 * is late. The caller must hold the course's lock.
 */
export async function answerCheck(
  ctx: Ctx,
  course: StudentCourse,
  check: Check,
  { question_id, answer }: SubmissionInput,
): Promise<Decision> {
  const { method, question_id: expected } = check.tasks[check.position]!
  const { questions } = methodOf(method)
  const hash = question_id ? await hashSubmitted(ctx, course, check, { question_id, answer }) : null
  // A question that is shown again may get the same answer again.
  const isShown = check.served_at !== null && question_id === expected
  if (hash && check.answer_hash && !isShown && isSameHash(check.answer_hash, hash)) {
    return { verified: false, locked: false, result: await findLastResult(ctx, check), check }
  }
  if (expected === null || !questions) throw verificationErrors.noVerification()
  const countedCheck = await updateCheckTries(ctx, check, hash)
  const isCurrent = check.served_at !== null && (question_id ?? expected) === expected
  if (!isCurrent) return decide(ctx, course, countedCheck, { result: 'wrong', detail: 'another question was asked' })
  if (countedCheck.overdue) return decide(ctx, course, countedCheck, { result: 'late' })
  return decide(ctx, course, countedCheck, await questions.judge(ctx, { course, check: countedCheck }, answer))
}

/** The stored form of the last submission of a check. */
async function hashSubmitted(
  ctx: Ctx,
  course: StudentCourse,
  { identity_check_id }: Check,
  { question_id, answer }: { question_id: number; answer: SubmittedAnswer },
): Promise<Buffer> {
  const { answer_key } = await openSetup(ctx, course)
  return hashAnswer(ctx, sealedFor(course), answer_key, `check:${identity_check_id}:${question_id}`, String(answer))
}
