import { ofCourse } from '#modules/learning/permissions.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { findNeighbors } from './find-neighbors.ts'
import { QuestionInput, RegistrationQuestion } from './registration.schema.ts'
import { maySkip } from './registration-open.ts'
import { selectRegistrationState } from './registration-state.ts'
import { showQuestions } from './show-registration.ts'

export const getRegistrationQuestion = operation({
  call: 'GET /registration/question',
  summary: 'One question with its answer, and the ids of the previous and next questions (null at the ends)',
  may: ofCourse('studentCourseId'),
  takes: QuestionInput,
  gives: z.object({
    question: RegistrationQuestion,
    next: z.number().nullable(),
    previous: z.number().nullable(),
    /** The position among the current questions, from 1, and their number. */
    position: z.number(),
    total: z.number(),
    course_name: z.string(),
    /** Whether a required answer may be skipped until the course is completed. */
    may_skip: z.boolean(),
  }),
  fails: [quizErrors.questionUnknown],
  async run(ctx, { studentCourseId, questionId, isCompleting }) {
    const course = await selectStudentCourse(ctx, studentCourseId)
    const state = await selectRegistrationState(ctx, course)
    const questions = showQuestions(ctx, course, state)
    const question = questions.find(({ question_id }) => question_id === questionId)
    if (!question) throw quizErrors.questionUnknown()
    const { course_name } = course
    return {
      question,
      ...findNeighbors(questions, questionId, isCompleting),
      course_name,
      may_skip: maySkip(state.options),
    }
  },
})
