import { staffOfCourse } from '#modules/learning/permissions.ts'
import { isSettling, passIfComplete } from '#modules/learning/progress/pass-course.ts'
import { listAttemptsOf } from '#modules/learning/questions/attempt.sql.ts'
import { attemptStatus } from '#modules/learning/questions/attempt-status.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { isOpen } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { submissionErrors } from './errors.ts'
import { gradeSubmissionsKey } from './permissions.ts'
import { submissionTexts } from './submissions.texts.ts'

const undecidedStatuses: readonly number[] = [attemptStatus.inReview, attemptStatus.fixed]

export const completeQuizGroup = operation({
  call: 'POST /quiz/submissions/grouped/complete',
  summary: 'Ends the review of a course whose quizzes are all graded: it passes, or goes back to its student',
  may: staffOfCourse(gradeSubmissionsKey, 'studentCourseId'),
  takes: z.object({ studentCourseId: id() }),
  gives: z.object({ student_course_id: z.number(), lk_student_course_status_id: z.number() }),
  fails: [submissionErrors.stillWaiting, submissionErrors.nothingToReview],
  async run(ctx, { studentCourseId: student_course_id }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    const attempts = await listAttemptsOf(ctx, student_course_id)
    if (attempts.some((attempt) => undecidedStatuses.includes(attempt.lk_quiz_attempt_status_id)))
      throw submissionErrors.stillWaiting()
    const courseStatus = course.lk_student_course_status_id
    // A course in progress, or one that has ended, needs no review.
    if (!isSettling(courseStatus) || isOpen(courseStatus)) throw submissionErrors.nothingToReview()
    await passIfComplete(ctx, student_course_id)
    const { lk_student_course_status_id } = await selectStudentCourse(ctx, student_course_id)
    await ctx.audit({
      action: 'course.reviewed',
      ...courseEvent(course),
      before: { lk_student_course_status_id: courseStatus },
      after: { lk_student_course_status_id },
    })
    const message = localText(ctx.locale, submissionTexts, 'completed')
    return { student_course_id, lk_student_course_status_id, message }
  },
})
