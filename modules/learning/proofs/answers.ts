import type { Answer } from '#modules/learning/questions/answer.shared.ts'
import type { AttemptStatus } from '#modules/learning/questions/attempt-status.ts'
import { formatAnswer } from '#modules/learning/questions/format-answer.shared.ts'
import { questionsOf } from '#modules/learning/questions/questions.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

export type AnsweredQuestion = {
  lesson: string
  question: string
  /** The answer in words, one line per part. */
  answer: readonly string[]
  correct: boolean | null
  answered_at: Date | null
  /** The instructor's comment on the answer. */
  comment: string | null
  /** Whether the instructor sent it back; the student's new answer follows. */
  returned: boolean
  /** Whether it was archived when the student started the course over. */
  put_aside: boolean
}

export type AnsweredAttempt = {
  quiz: string
  attempt_number: number
  lk_quiz_attempt_status_id: AttemptStatus
  started_at: Date
  submitted_at: Date | null
  graded_at: Date | null
  /** The person who graded it manually; null for automatic grading, and for a reader who may not see names. */
  graded_by: string | null
  /** The instructor's comment on the whole attempt. */
  comment: string | null
  points: number | null
  total: number
  threshold: number
  put_aside: boolean
  /** Null where questions are withheld. */
  questions: readonly AnsweredQuestion[] | null
}

type AttemptRow = Omit<AnsweredAttempt, 'quiz' | 'questions'> & { quiz_attempt_id: number; component_id: number }
type AnswerRow = {
  question_id: number
  answer: Answer
  correct: boolean | null
  answered_at: Date | null
  comment?: string | null
  returned?: boolean
}
type Names = ReadonlyMap<number, string>

/** Every quiz attempt of a course in order, including those before it was started over. */
export async function listAnsweredAttempts(
  ctx: Ctx,
  { student_course_id, course_version_id }: StudentCourse,
  names: Names,
  withQuestions: boolean,
): Promise<AnsweredAttempt[]> {
  const attempts = await listAttempts(ctx, student_course_id)
  const answers = withQuestions ? await listAnswers(ctx, student_course_id) : []
  const byAttempt = Map.groupBy(answers, ({ quiz_attempt_id }) => quiz_attempt_id)
  const answeredAttempts: AnsweredAttempt[] = []
  for (const { quiz_attempt_id, component_id, ...attempt } of attempts) {
    const quiz = names.get(component_id) ?? ''
    const rows = byAttempt.get(quiz_attempt_id) ?? []
    const origin = { lesson: quiz, put_aside: attempt.put_aside }
    answeredAttempts.push({
      ...attempt,
      quiz,
      graded_by: withQuestions ? attempt.graded_by : null,
      questions: withQuestions ? await toAnsweredQuestions(ctx, course_version_id, rows, () => origin) : null,
    })
  }
  return answeredAttempts
}

// Archived rows are stored unchanged in reset_record; they are returned as rows of their table.
const listAttempts = ({ sql }: Ctx, student_course_id: number) => sql<AttemptRow>`
  select a.quiz_attempt_id, a.component_id, a.attempt_number, a.lk_quiz_attempt_status_id, a.started_at, a.submitted_at,
         a.graded_at, p.first_name || ' ' || p.last_name as graded_by, a.comment, a.points, a.total,
         a.threshold::float8 as threshold, a.put_aside
  from (
    select *, false as put_aside from learning.quiz_attempt where student_course_id = ${student_course_id}
    union all
    select archived.*, true from learning.reset_record r join learning.course_reinstatement c using (course_reinstatement_id),
      jsonb_populate_record(null::learning.quiz_attempt, r.was) archived
    where c.student_course_id = ${student_course_id} and r.kind = 'quiz_attempt') a
  left join identity.v_person p on p.user_id = a.graded_by_user_id
  order by a.started_at, a.quiz_attempt_id`

const listAnswers = ({ sql }: Ctx, student_course_id: number) => sql<AnswerRow & { quiz_attempt_id: number }>`
  with answered as (
    select q.* from learning.quiz_answer q join learning.quiz_attempt t using (quiz_attempt_id)
    where t.student_course_id = ${student_course_id}
    union all
    select archived.* from learning.reset_record r join learning.course_reinstatement c using (course_reinstatement_id),
      jsonb_populate_record(null::learning.quiz_answer, r.was) archived
    where c.student_course_id = ${student_course_id} and r.kind = 'quiz_answer'
  ), returned as (
    select b.* from learning.returned_answer b join learning.quiz_attempt t using (quiz_attempt_id)
    where t.student_course_id = ${student_course_id}
    union all
    select archived.* from learning.reset_record r join learning.course_reinstatement c using (course_reinstatement_id),
      jsonb_populate_record(null::learning.returned_answer, r.was) archived
    where c.student_course_id = ${student_course_id} and r.kind = 'returned_answer')
  select quiz_attempt_id, question_id, answer, correct, coalesce(submitted_at, answered_at) as answered_at, comment,
         false as returned, "position", null::timestamptz as mended_at
  from answered
  union all
  select b.quiz_attempt_id, b.question_id, b.answer, null, null, b.comment, true, a."position", b.mended_at
  from returned b join answered a using (quiz_attempt_id, question_id)
  order by quiz_attempt_id, "position", mended_at nulls last`

type LessonRow = AnswerRow & { component_id: number; put_aside: boolean }

/** The questions inside lessons that a student has answered. */
export async function listLessonQuestions(
  ctx: Ctx,
  { student_course_id, course_version_id }: StudentCourse,
  names: Names,
): Promise<AnsweredQuestion[]> {
  const rows = await ctx.sql<LessonRow>`
    select a.component_id, a.question_id, a.answer, a.correct, a.submitted_at as answered_at, a.put_aside
    from (
      select *, false as put_aside from learning.inline_answer where student_course_id = ${student_course_id}
      union all
      select archived.*, true from learning.reset_record r
        join learning.course_reinstatement c using (course_reinstatement_id),
        jsonb_populate_record(null::learning.inline_answer, r.was) archived
      where c.student_course_id = ${student_course_id} and r.kind = 'inline_answer') a
    order by a.submitted_at, a.answer_id`
  return toAnsweredQuestions(ctx, course_version_id, rows, ({ component_id, put_aside }) => ({
    lesson: names.get(component_id) ?? '',
    put_aside,
  }))
}

async function toAnsweredQuestions<R extends AnswerRow>(
  ctx: Ctx,
  course_version_id: number,
  rows: readonly R[],
  originOf: (row: R) => Pick<AnsweredQuestion, 'lesson' | 'put_aside'>,
): Promise<AnsweredQuestion[]> {
  const ids = rows.map(({ question_id }) => question_id)
  const questions = await questionsOf(ctx, course_version_id, ids)
  return rows.map((row, index) => {
    const question = questions[index]!
    const { answer, correct, answered_at, comment = null, returned = false } = row
    const words = { question: question.configuration.title, answer: formatAnswer(question, answer) }
    return { ...originOf(row), ...words, correct, answered_at, comment, returned }
  })
}
