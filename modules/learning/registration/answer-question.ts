import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { registrationErrors } from './errors.ts'
import { placeAmong } from './place-among.ts'
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
  async run(ctx, { isCompleting, ...sent }) {
    const { course, state } = await writeAnswer(ctx, sent, false)
    const questions = showQuestions(ctx, course, state)
    return { question: questions.find(({ question_id }) => question_id === sent.questionId)! }
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
  async run(ctx, { isCompleting, ...sent }) {
    const { course, state } = await writeAnswer(ctx, sent, true)
    const questions = showQuestions(ctx, course, state)
    const question = questions.find(({ question_id }) => question_id === sent.questionId)!
    return { question, ...placeAmong(questions, sent.questionId, isCompleting) }
  },
})
