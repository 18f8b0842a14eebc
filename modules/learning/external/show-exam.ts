import { type ExternalExam, listExams } from '#modules/learning/progress/exam.sql.ts'
import { examStates } from '#modules/learning/progress/exam-state.shared.ts'
import { type ExamKind, examKinds } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { student } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { triesLeft } from './begin-exam.ts'

/** An external exam as its student sees it: the last session of its kind. */
export const ExamShown = z.object({
  student_course_id: z.number(),
  kind: z.enum(examKinds),
  /** Null before the first session. */
  state: z.enum(examStates).nullable(),
  /** Percent, once there is a result. */
  score: z.number().nullable(),
  /** The student's link to it, while the session is open; only for the student. */
  launch_url: z.string().nullable(),
  /** The reason why staff confirmed a violation. */
  review_note: z.string().nullable(),
  attempts_left: z.number(),
})
export type ExamShown = z.output<typeof ExamShown>

/** The state of the latest session of this kind; `exams` must be ordered newest first. */
export const examOf = (
  ctx: Ctx,
  student_course_id: number,
  kind: ExamKind,
  exams: readonly ExternalExam[],
): ExamShown => {
  const latestExam = exams.find((exam) => exam.kind === kind)
  const isResult = latestExam?.state === 'passed' || latestExam?.state === 'failed'
  const isOpen = latestExam?.state === 'authorized' || latestExam?.state === 'started'
  return {
    student_course_id,
    kind,
    state: latestExam?.state ?? null,
    score: isResult ? latestExam.score : null,
    launch_url: isOpen && student.gate(ctx.actor) ? latestExam.launch_url : null,
    review_note: latestExam?.accepted === false ? latestExam.review_note : null,
    attempts_left: triesLeft(kind, exams),
  }
}

export const showExam = async (ctx: Ctx, student_course_id: number, kind: ExamKind): Promise<ExamShown> =>
  examOf(ctx, student_course_id, kind, await listExams(ctx, student_course_id))
