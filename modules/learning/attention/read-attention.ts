import { listComponents } from '#modules/catalogue/index.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { listAttemptsOf } from '#modules/learning/questions/attempt.sql.ts'
import { attemptStatus } from '#modules/learning/questions/attempt-status.ts'
import { quizPath } from '#modules/learning/quiz/quiz-state.ts'
import { registrationPath } from '#modules/learning/registration/registration-path.ts'
import { selectRegistrationState } from '#modules/learning/registration/registration-state.ts'
import { findReason } from '#modules/learning/status/status-change.sql.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** One item that staff sent back: its title, their comment, and the page for correcting it. */
export type SentBack = { title: string; comment: string | null; path: string }
/** The data that staff need from a student; the reason is set for a course that waits for it. */
export type Attention = { reason: string | null; documents: SentBack[]; answers: SentBack[]; quizzes: SentBack[] }

/** Callers must check whose course it is. */
export async function readAttention(ctx: Ctx, course: StudentCourse): Promise<Attention> {
  const { student_course_id } = course
  const state = await selectRegistrationState(ctx, course)
  const refusedAnswers = state.visible.flatMap((question) => {
    const row = state.answers.get(question.question_id)
    if (!row?.rejected_at) return []
    const { question_id, lk_question_type_id, configuration } = question
    const path = `${registrationPath(student_course_id, question_id)}?change=1`
    const upload = lk_question_type_id === questionType.upload
    return [{ title: configuration.title, comment: row.rejected_comment, path, upload }]
  })
  return {
    reason:
      course.lk_student_course_status_id === status.needsAttention
        ? await findReason(ctx, student_course_id, status.needsAttention)
        : null,
    documents: refusedAnswers.filter(({ upload }) => upload),
    answers: refusedAnswers.filter(({ upload }) => !upload),
    quizzes: await listSentBackQuizzes(ctx, course),
  }
}

async function listSentBackQuizzes(ctx: Ctx, { student_course_id, course_version_id }: StudentCourse) {
  const components = await listComponents(ctx, course_version_id)
  const attempts = await listAttemptsOf(ctx, student_course_id)
  return components.flatMap(({ component_id, name }) => {
    const last = attempts.findLast((attempt) => attempt.component_id === component_id)
    if (last?.lk_quiz_attempt_status_id !== attemptStatus.needsAttention) return []
    const place = { studentCourseId: student_course_id, componentId: component_id }
    return [{ title: name, comment: last.comment, path: quizPath(place, 'summary') }]
  })
}
