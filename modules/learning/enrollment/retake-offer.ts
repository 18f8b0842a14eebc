import { isFailed } from '#modules/learning/questions/attempt-status.ts'
import { attemptsRemaining, selectQuizState } from '#modules/learning/quiz/quiz-state.ts'
import { isRetakePaid } from '#modules/learning/quiz/retake-payment.sql.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Cents, toCents } from '#platform/money.ts'

/** Whether a further attempt at a quiz can be bought, and for how much. */
export type RetakeOffer = {
  course: StudentCourse
  name: string
  fee_cents: Cents
  /** Whether the last attempt failed; otherwise there is nothing to retake. */
  failed: boolean
  /** Null without a limit. Staff may grant one beyond it. */
  attempts_left: number | null
  /** Whether the next attempt is already paid for. */
  paid: boolean
}

type QuizKey = { student_course_id: number; component_id: number }

/** The next attempt at a component's quiz. Throws 404 if the component is not a quiz of the course. */
export async function findRetake(ctx: Ctx, key: QuizKey, { lock = false } = {}): Promise<RetakeOffer> {
  const { student_course_id, component_id } = key
  const quizState = await selectQuizState(
    ctx,
    { studentCourseId: student_course_id, componentId: component_id },
    { lock },
  )
  const { course, component, attempt, attempts } = quizState
  return {
    course,
    name: component.name,
    fee_cents: toCents(component.data.configuration.retake.fee),
    failed: attempt !== null && isFailed(attempt.lk_quiz_attempt_status_id),
    attempts_left: attemptsRemaining(quizState),
    paid: await isRetakePaid(ctx, { ...key, attempt_number: attempts.length + 1 }),
  }
}

/**
 * A course that failed because all attempts were used continues when another one is paid for; other courses stay as
 * they are.
 */
export async function openForRetake(ctx: Ctx, course: StudentCourse): Promise<void> {
  if (course.lk_student_course_status_id === status.failed) {
    await changeStatus(ctx, course.student_course_id, status.inProgress, 'payment')
  }
}
