import { instant } from '#modules/learning/questions/quiz.schema.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { student, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'

type ExpiredRow = { question_id: number; answer_id: number; timer_expired_at: Date | null; submitted_at: Date | null }

export const questionTimerExpired = operation({
  call: 'POST /course/onQuestionTimerExpired',
  summary: "The page reports that the time for a question is up. The server's clock decides",
  may: student,
  // The question as it was shown; only its ids are used.
  takes: z.object({ question: z.looseObject({ question_id: id(), answer_id: id().nullish() }) }),
  gives: z.object({
    question: z.object({
      question_id: z.number(),
      answer_id: z.number(),
      timer_expired_at: instant,
      submitted_at: instant,
    }),
  }),
  async run(ctx, { question }) {
    // No grace period applies: at the end of its time the question is closed with the saved answer.
    const [row] = await ctx.sql<ExpiredRow>`
      update learning.quiz_answer a
      set submitted_at = case when a.expires_at <= clock.now then coalesce(a.submitted_at, a.expires_at) else a.submitted_at end
      from (select platform.now() as now offset 0) clock, learning.quiz_attempt t, learning.student_course sc
      where t.quiz_attempt_id = a.quiz_attempt_id and sc.student_course_id = t.student_course_id
        and sc.user_id = ${userOf(ctx).user_id} and a.question_id = ${question.question_id}
        and t.submitted_at is null and a.served_at is not null
        ${question.answer_id ? ctx.sql`and a.answer_id = ${question.answer_id}` : ctx.sql``}
      returning a.question_id, a.answer_id, a.submitted_at,
        case when a.expires_at <= clock.now then a.expires_at end as timer_expired_at`
    if (!row) throw errors.notFound()
    const { question_id, answer_id } = row
    return {
      question: {
        question_id,
        answer_id,
        timer_expired_at: row.timer_expired_at?.toISOString() ?? null,
        submitted_at: row.submitted_at?.toISOString() ?? null,
      },
    }
  },
})
