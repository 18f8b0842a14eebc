import { learningErrors } from '#modules/learning/errors.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { selectAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { regradeAttempt } from '#modules/learning/quiz/regrade-attempt.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { count, id, list, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { DecidableStatus } from './grade-quiz.ts'
import { GroupReview, readGroup } from './group-detail.ts'
import { gradeSubmissionsKey } from './permissions.ts'
import { Comment } from './submission.schema.ts'
import { submissionTexts } from './submissions.texts.ts'

export const gradeQuizGroup = operation({
  call: 'POST /quiz/submissions/grouped/submit',
  summary: 'Changes the status of attempts of one student course: all of them or none',
  may: staffOfCourse(gradeSubmissionsKey, 'student_course_id'),
  takes: z.object({
    student_course_id: id(),
    /** Only the attempts whose status changes. */
    quizzes: list(
      z.object({
        quiz_attempt_id: id(),
        lk_quiz_attempt_status_id: DecidableStatus,
        version: count(1),
        comment: Comment,
      }),
      200,
    ).min(1),
  }),
  gives: GroupReview,
  fails: [quizErrors.unfinished, quizErrors.gradedMeanwhile, learningErrors.ownWork, learningErrors.statusRefused],
  async run(ctx, { student_course_id, quizzes }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    for (const { quiz_attempt_id, comment, ...decision } of quizzes) {
      const before = await selectAttempt(ctx, quiz_attempt_id)
      if (before.student_course_id !== student_course_id) throw errors.notFound()
      await regradeAttempt(ctx, quiz_attempt_id, { ...decision, comment: comment || null })
      const { component_id, lk_quiz_attempt_status_id } = before
      await ctx.audit({
        action: 'quiz.grade',
        ...courseEvent(course),
        before: { quiz_attempt_id, component_id, lk_quiz_attempt_status_id },
        after: { quiz_attempt_id, component_id, lk_quiz_attempt_status_id: decision.lk_quiz_attempt_status_id },
      })
    }
    return { ...(await readGroup(ctx, student_course_id)), message: localText(ctx.locale, submissionTexts, 'updated') }
  },
})
