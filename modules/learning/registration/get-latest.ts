import { ofCourse } from '#modules/learning/permissions.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { CourseInput } from './registration.schema.ts'
import { registrationPath } from './registration-path.ts'
import { selectRegistrationState } from './registration-state.ts'
import { isDone, showQuestions } from './show-registration.ts'

// The contract writes `latest{suffix}` and does not explain the suffix: it is read as the query.
export const getLatestRegistrationQuestion = operation({
  call: 'GET /registration/latest',
  summary: 'The next question to answer, or null when all are done',
  may: ofCourse('studentCourseId'),
  takes: CourseInput,
  gives: z.object({ questionId: z.number().nullable() }),
  async run(ctx, { studentCourseId }) {
    const course = await selectStudentCourse(ctx, studentCourseId)
    const questions = showQuestions(ctx, course, await selectRegistrationState(ctx, course))
    const questionId = questions.find((question) => !isDone(question))?.question_id ?? null
    return { questionId, redirect: registrationPath(studentCourseId, questionId) }
  },
})
