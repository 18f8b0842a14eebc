import { gradeAnswer } from '#modules/learning/questions/grading.ts'
import { questionOf } from '#modules/learning/questions/questions.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { hashAnswer, isSameHash } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Check, type TryResult, updateCheckTries } from './check.sql.ts'
import { type Decision, decide } from './decide.ts'
import { verificationErrors } from './errors.ts'
import { listAnswerHashes, openSetup, sealedFor } from './setup.sql.ts'

/** A choice by its id, or the words of an answer. */
export type GivenAnswer = number | string | boolean

/**
 * Takes the answer to the question that is asked now. The try is counted first, so that of twenty concurrent tries each counts;
 * all but the first answer a question that is no longer asked. An answer after its time is
 * late, by the database's clock and to the millisecond. The caller holds the course's lock.
 */
export async function answerCheck(
  ctx: Ctx,
  course: StudentCourse,
  check: Check,
  { question_id, answer }: { question_id?: number | null | undefined; answer: GivenAnswer },
): Promise<Decision> {
  const task = check.tasks[check.position]!
  if (task.question_id === null) throw verificationErrors.noVerification()
  const counted = await updateCheckTries(ctx, check)
  const isAsked = check.served_at !== null && (question_id ?? task.question_id) === task.question_id
  if (!isAsked) return decide(ctx, course, counted, 'wrong', { detail: 'another question was asked' })
  return decide(ctx, course, counted, counted.overdue ? 'late' : await judge(ctx, course, counted, answer))
}

async function judge(ctx: Ctx, course: StudentCourse, check: Check, answer: GivenAnswer): Promise<TryResult> {
  const { method, question_id } = check.tasks[check.position]!
  const right =
    method === 'content_questions'
      ? gradeAnswer(await questionOf(ctx, course.course_version_id, question_id!), choiceOf(answer))
      : await isOwnAnswer(ctx, course, question_id!, answer)
  return right ? 'right' : 'wrong'
}

/** Forms send the id of a choice as text. */
const choiceOf = (answer: GivenAnswer) =>
  typeof answer === 'string' && /^\d{1,9}$/.test(answer) ? Number(answer) : answer

/** In which form an answer is hashed. */
export const answerWords = (answer: GivenAnswer): string => String(answer)

async function isOwnAnswer(
  ctx: Ctx,
  course: StudentCourse,
  question_id: number,
  answer: GivenAnswer,
): Promise<boolean> {
  const { answer_key } = await openSetup(ctx, course)
  const hashes = await listAnswerHashes(ctx, course.student_course_id)
  const kept = hashes.find((one) => one.question_id === question_id)
  if (!kept) return false
  const given = hashAnswer(ctx, sealedFor(course), answer_key, String(question_id), answerWords(answer))
  return isSameHash(kept.answer_hash, given)
}
