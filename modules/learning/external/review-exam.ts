import { learningErrors } from '#modules/learning/errors.ts'
import { updateExam } from '#modules/learning/progress/exam.sql.ts'
import { passIfComplete } from '#modules/learning/progress/pass-course.ts'
import { notifyStudent } from '#modules/learning/status/notify-student.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { examAudit, lockExam } from './begin-exam.ts'
import { externalErrors } from './errors.ts'
import { externalTexts } from './external.texts.ts'
import { staffOfExam } from './staff-of-exam.ts'

export const reviewExam = operation({
  call: 'POST /externalProvider/review',
  summary:
    'Decides about a violation that the proctor reported: an accepted exam has its own grade, a refused one has failed',
  added: true,
  may: staffOfExam('MANAGE_STUDENTS:UPDATE'),
  takes: z.object({
    external_exam_id: id(),
    accepted: flag(),
    notes: requiredText(externalTexts.noteRequired, 2000),
  }),
  gives: z.object({ student_course_id: z.number(), state: z.string() }),
  fails: [externalErrors.notReviewable, learningErrors.ownWork],
  async run(ctx, { external_exam_id, accepted, notes }) {
    const row = await lockExam(ctx, external_exam_id)
    if (row?.exam.state !== 'violation' || row.exam.accepted !== null) throw externalErrors.notReviewable()
    const { course, exam: before } = row
    await requireNotOwnCourse(ctx, course.user_id)
    await ctx.sql`
      update learning.external_exam
      set accepted = ${accepted}, reviewed_at = platform.now(), review_note = ${notes},
          reviewed_by_user_id = ${ctx.actor.kind === 'user' ? ctx.actor.user_id : null}
      where external_exam_id = ${external_exam_id}`
    // Accepting an exam without a grade does not pass it.
    const state = before.exam_passed ? 'passed' : 'failed'
    const exam = accepted ? await updateExam(ctx, before, { state }) : before
    await ctx.audit({
      action: 'security.exam-review',
      ...courseEvent(course),
      before: { result: before.state },
      after: { ...examAudit(exam), accepted, reason: notes },
    })
    const { student_course_id } = course
    await notifyStudent(ctx, { student_course_id, result: accepted ? 'exam-accepted' : 'exam-refused' })
    await passIfComplete(ctx, student_course_id)
    return { student_course_id, state: exam.state, message: localText(ctx.locale, externalTexts, 'reviewed') }
  },
})
