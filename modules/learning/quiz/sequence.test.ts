import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addStudent, drawnOf, goodAnswer, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'
import { answer } from './answer.ts'
import { finish } from './finish.ts'
import { nextQuestion } from './next-question.ts'
import { previousQuestion } from './previous-question.ts'
import { question } from './question.ts'
import { start } from './start.ts'
import { submitAnswer } from './submit-answer.ts'

const app = await openTestApp()
const { read } = app.database

const operations = fc.constantFrom('show', 'next', 'previous', 'save', 'submit', 'finish')
/** Mostly picks one of the first questions: a walk that tries only the last ones would be refused at every step. */
const question_at = fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(5) })
const steps = fc.array(fc.record({ operation: operations, at: question_at }), { minLength: 10, maxLength: 40 })

type Counts = { served: number; submitted: number; ahead: number; unfinished: number }

test('no sequence of calls shows a question before all preceding ones are submitted', async () => {
  // An attempt in which nothing is ever shown would trivially pass.
  let served = 0
  let submittedCount = 0
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const user_id = await addStudent(app)
      const ctx = await app.ctx(await app.actorOf(user_id))
      const quizKey = await takeCourse(app, user_id, 4, 4006)
      const { quiz_attempt_id } = await start.run(ctx, quizKey)
      const drawn = await drawnOf(app, quizKey)
      for (const { operation, at } of walk) {
        const drawnQuestion = drawn[at]!
        const request = { ...quizKey, questionId: drawnQuestion.question_id }
        const input = { ...request, answer: goodAnswer(drawnQuestion) as number }
        await {
          show: () => question.run(ctx, request),
          next: () => nextQuestion.run(ctx, request),
          previous: () => previousQuestion.run(ctx, request),
          save: () => answer.run(ctx, input),
          submit: () => submitAnswer.run(ctx, input),
          finish: () => finish.run(ctx, { ...quizKey, quizAttemptId: quiz_attempt_id }),
        }
          [operation]()
          .catch(() => null)
      }
      const rows = await read<Counts>`
        select count(a.served_at)::int as served, count(a.submitted_at)::int as submitted,
               count(*) filter (where a.served_at is not null and exists (
                 select 1 from learning.quiz_answer e where e.quiz_attempt_id = a.quiz_attempt_id
                   and e.position < a.position and e.submitted_at is null))::int as ahead,
               count(*) filter (where t.submitted_at is not null and a.submitted_at is null)::int as unfinished
        from learning.quiz_answer a join learning.quiz_attempt t using (quiz_attempt_id)
        where t.quiz_attempt_id = ${quiz_attempt_id}`
      const { served: some, submitted: finishedCount, ...violations } = rows[0]!
      served += some
      submittedCount += finishedCount
      expect(violations).toEqual({ ahead: 0, unfinished: 0 })
    }),
    { numRuns: 25 },
  )
  expect(served).toBeGreaterThan(0)
  expect(submittedCount).toBeGreaterThan(0)
})
