import { selectComponent } from '#modules/catalogue/index.ts'
import { localeOf } from '#modules/identity/index.ts'
import type { ReviewResult } from '#modules/learning/facts.ts'
import { listExams } from '#modules/learning/progress/exam.sql.ts'
import { selectAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { quizPath } from '#modules/learning/quiz/quiz-state.ts'
import { findReason } from '#modules/learning/status/status-change.sql.ts'
import { isTaking, type StudentCourseStatus, status } from '#modules/learning/student-course/course-status.shared.ts'
import { listAppeals } from '#modules/learning/verification/appeal.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import type { Locale } from '#platform/texts.ts'

/** The email to a student whose quiz or documents were reviewed, in the student's language. */
export type ReviewEmail = {
  user_id: number
  locale: Locale
  organization_id: number
  organization_name: string
  organization_code: string
  student_course_id: number
  course_name: string
  to: string
  first_name: string
  /** The quiz that was reviewed, or null. */
  quiz_name: string | null
  /** The comment from staff, or null. */
  comment: string | null
  /** The page where the student sees the review. */
  path: string
}

type Row = Omit<ReviewEmail, 'locale' | 'quiz_name' | 'comment' | 'path'> & {
  lk_language_id: number
  course_version_id: number
  course_status: StudentCourseStatus
}

type ReviewNotice = { student_course_id: number; quiz_attempt_id: number | null; result?: ReviewResult; to?: number }

/** The email of a review; null if its student no longer exists, or an unlocked course is no longer open. For jobs. */
export async function findReviewEmail(
  ctx: Ctx,
  { student_course_id, quiz_attempt_id, result, to }: ReviewNotice,
): Promise<ReviewEmail | null> {
  const [row] = await ctx.sql<Row>`
    select p.user_id, p.lk_language_id, o.organization_id, o.name as organization_name, o.code as organization_code,
           sc.student_course_id, v.name as course_name, sc.course_version_id,
           sc.lk_student_course_status_id as course_status, p.email as to, p.first_name
    from learning.student_course sc
    join catalogue.v_course_version v using (course_version_id)
    join identity.v_person p on p.user_id = sc.user_id and p.deleted_at is null
    join identity.v_organization o on o.organization_id = sc.organization_id
    where sc.student_course_id = ${student_course_id}`
  if (!row) return null
  const { lk_language_id, course_version_id, course_status, ...email } = row
  const common = { ...email, locale: localeOf(lk_language_id) }
  if (result === 'appeal' || result === 'setup-reset') {
    const [appeal] = result === 'appeal' ? await listAppeals(ctx, student_course_id) : []
    return {
      ...common,
      quiz_name: null,
      comment: appeal?.reply ?? null,
      path: pathTo('/course/:studentCourseId', { studentCourseId: student_course_id }),
    }
  }
  if (result === 'unlocked') {
    if (!isTaking(course_status)) return null
    const comment = await findReason(ctx, student_course_id, (to as StudentCourseStatus | undefined) ?? course_status)
    return {
      ...common,
      quiz_name: null,
      comment,
      path: pathTo('/course/:studentCourseId', { studentCourseId: student_course_id }),
    }
  }
  if (result?.startsWith('exam-')) {
    const comment = result === 'exam-refused' ? await findRefusal(ctx, student_course_id) : null
    return {
      ...common,
      quiz_name: null,
      comment,
      path: pathTo('/course/:studentCourseId', { studentCourseId: student_course_id }),
    }
  }
  if (quiz_attempt_id === null) {
    const comment = await findReason(ctx, student_course_id, status.needsAttention)
    return {
      ...common,
      quiz_name: null,
      comment,
      path: pathTo('/course/:studentCourseId/review', { studentCourseId: student_course_id }),
    }
  }
  const { component_id, comment } = await selectAttempt(ctx, quiz_attempt_id)
  const { name: quiz_name } = await selectComponent(ctx, course_version_id, component_id)
  const path = quizPath({ studentCourseId: student_course_id, componentId: component_id }, 'summary')
  return { ...common, quiz_name, comment, path }
}

/** The reason why staff confirmed the last violation. */
async function findRefusal(ctx: Ctx, student_course_id: number): Promise<string | null> {
  const exams = await listExams(ctx, student_course_id)
  return exams.find(({ accepted }) => accepted === false)?.review_note ?? null
}
