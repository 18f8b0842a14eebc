import { learningErrors } from '#modules/learning/errors.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { isSettling, passIfComplete } from '#modules/learning/progress/pass-course.ts'
import { reviewAnswer } from '#modules/learning/questions/registration-answer.sql.ts'
import { recordDocumentSubmission } from '#modules/learning/questions/submission.sql.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { notifyStudent } from '#modules/learning/status/notify-student.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { isComplete, isOpen, status } from '#modules/learning/student-course/course-status.shared.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { count, id, list, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { DocumentReview, readDocumentReview } from './document-review.ts'
import { submissionErrors } from './errors.ts'
import { gradeSubmissionsKey } from './permissions.ts'
import { Comment } from './submission.schema.ts'
import { submissionTexts } from './submissions.texts.ts'

export const reviewDocuments = operation({
  call: 'POST /attachment/submissions/review',
  summary: 'Accepts or refuses uploaded documents. The course continues once none is waiting',
  added: true,
  may: staffOfCourse(gradeSubmissionsKey, 'student_course_id'),
  takes: z.object({
    student_course_id: id(),
    answers: list(z.object({ question_id: id(), version: count(1), accepted: z.boolean(), comment: Comment }), 100).min(
      1,
    ),
  }),
  gives: DocumentReview,
  fails: [
    submissionErrors.commentNeeded,
    submissionErrors.reviewedMeanwhile,
    learningErrors.ownWork,
    learningErrors.statusRefused,
  ],
  async run(ctx, { student_course_id, answers }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    const user_id = await requireNotOwnCourse(ctx, course.user_id)
    if (isComplete(course.lk_student_course_status_id)) throw learningErrors.statusRefused()
    const before = await readDocumentReview(ctx, student_course_id)
    for (const { question_id, version, accepted, comment } of answers) {
      if (!before.answers.some((answer) => answer.question_id === question_id)) throw errors.notFound()
      if (!accepted && !comment) throw submissionErrors.commentNeeded()
      const refusalComment = accepted ? null : comment!
      const isStored = await reviewAnswer(ctx, course, { question_id, version, refused: refusalComment, user_id })
      if (!isStored) throw submissionErrors.reviewedMeanwhile()
      await ctx.audit({
        ...(accepted ? { action: 'document.accept' } : { action: 'document.refuse' }),
        ...courseEvent(course),
        after: { student_course_id, question_id, ...(comment && { comment }) },
      })
    }
    await recordDocumentSubmission(ctx, student_course_id)
    const courseStatus = course.lk_student_course_status_id
    const isWaiting = isSettling(courseStatus) && !isOpen(courseStatus)
    const hasRefusal = answers.some(({ accepted }) => !accepted)
    if (hasRefusal && isWaiting) await changeStatus(ctx, student_course_id, status.needsAttention, 'staff')
    if (!hasRefusal && isWaiting) await passIfComplete(ctx, student_course_id)
    if (hasRefusal) await notifyStudent(ctx, { student_course_id, result: 'documents' })
    const after = await readDocumentReview(ctx, student_course_id)
    return { ...after, message: localText(ctx.locale, submissionTexts, 'documentsUpdated') }
  },
})
