import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { registrationErrors } from './errors.ts'
import { findNeighbors } from './find-neighbors.ts'
import { AnswerToInput, RegistrationQuestion } from './registration.schema.ts'
import { showQuestions } from './show-registration.ts'
import { writeAnswer } from './write-answer.ts'

const fails = [
  learningErrors.registrationInvalid,
  quizErrors.questionUnknown,
  quizErrors.answerClosed,
  registrationErrors.noTimer,
]

export const answerRegistrationQuestion = operation({
  call: 'POST /registration/answer',
  summary: 'Saves an answer, and drops the answers to the questions it hides',
  may: ofCourse('studentCourseId'),
  takes: AnswerToInput,
  gives: z.object({ question: RegistrationQuestion }),
  fails,
  audit: 'registration.answer',
  async run(ctx, { isCompleting, ...input }) {
    const { course, state } = await writeAnswer(ctx, input, false)
    const questions = showQuestions(ctx, course, state)
    return { question: questions.find(({ question_id }) => question_id === input.questionId)! }
  },
})

export const submitRegistrationAnswer = operation({
  call: 'POST /registration/answer/submit',
  summary: 'Saves an answer and returns the next question',
  may: ofCourse('studentCourseId'),
  takes: AnswerToInput,
  gives: z.object({
    question: RegistrationQuestion,
    next: z.number().nullable(),
    previous: z.number().nullable(),
  }),
  fails,
  audit: 'registration.answer',
  async run(ctx, { isCompleting, ...input }) {
    const { course, state } = await writeAnswer(ctx, input, true)
    const questions = showQuestions(ctx, course, state)
    const question = questions.find(({ question_id }) => question_id === input.questionId)!
    return { question, ...findNeighbors(questions, input.questionId, isCompleting) }
  },
})
