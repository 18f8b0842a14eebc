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
  /** The last attempt was failed: only then is there anything to repeat. */
  failed: boolean
  /** Null without a limit. Staff may grant one beyond it. */
  attempts_left: number | null
  /** The next attempt is paid for already. */
  paid: boolean
}

type Place = { student_course_id: number; component_id: number }

/** The next attempt at the quiz of a component. Throws 404 for what is no quiz of the course. */
export async function findRetake(ctx: Ctx, place: Place, { lock = false } = {}): Promise<RetakeOffer> {
  const { student_course_id, component_id } = place
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
    paid: await isRetakePaid(ctx, { ...place, attempt_number: attempts.length + 1 }),
  }
}

/** A course that was failed for want of attempts continues when one more is paid for; any other stays where it is. */
export async function openForRetake(ctx: Ctx, course: StudentCourse): Promise<void> {
  if (course.lk_student_course_status_id === status.failed) {
    await changeStatus(ctx, course.student_course_id, status.inProgress, 'payment')
  }
}
