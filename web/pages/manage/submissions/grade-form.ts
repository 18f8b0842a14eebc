import type { QuizReviewShown } from '#modules/learning/submissions/quiz-detail.ts'

type Question = QuizReviewShown['questions'][number]
type Values = Readonly<Record<string, string | undefined>>

export const gradeField = (question_id: number) => `grade_${question_id}`
export const commentField = (question_id: number) => `comment_${question_id}`

/** A grade's value in the form. */
export const gradeOf = (correct: boolean | null) => (correct === null ? 'open' : correct ? 'right' : 'wrong')
const correctOf = (grade: string | undefined) => (grade === 'right' ? true : grade === 'wrong' ? false : null)

/** The changes that a grader made; `result` is empty if the grades decide it. */
export function readGrades(questions: readonly Question[], values: Values) {
  const changedAnswers = questions.flatMap(({ question_id, correct_ind, comment }) => {
    const grade = values[gradeField(question_id)]
    if (grade === undefined) return []
    const text = values[commentField(question_id)]?.trim() || null
    const same = correctOf(grade) === correct_ind && text === comment
    return same ? [] : [{ question_id, correct_ind: correctOf(grade), comment: text }]
  })
  const status = Number(values.result)
  return {
    version: Number(values.version),
    questions: changedAnswers,
    comment: values.comment?.trim() || null,
    ...(status && { lk_quiz_attempt_status_id: status as 6 }),
  }
}
