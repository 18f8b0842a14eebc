import { ofCourse } from '#modules/learning/permissions.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { answerFromProfile } from './date-of-birth.ts'
import { answerFromLicense } from './license-answers.ts'
import { CourseInput } from './registration.schema.ts'
import { insertRegistration } from './registration.sql.ts'
import { lockForRegistration } from './registration-open.ts'
import { registrationPath } from './registration-path.ts'
import { selectRegistrationState } from './registration-state.ts'
import { isDone, showQuestions } from './show-registration.ts'

export const startRegistration = operation({
  call: 'POST /registration/start',
  summary: 'Starts or resumes a registration, and returns the next question to answer',
  may: ofCourse('studentCourseId'),
  takes: CourseInput,
  gives: z.object({ questionId: z.number().nullable() }),
  audit: 'registration.start',
  async run(ctx, { studentCourseId }) {
    const course = await lockForRegistration(ctx, studentCourseId)
    await insertRegistration(ctx, course)
    if (course.lk_student_course_status_id === status.paidNotRegistered)
      await changeStatus(ctx, studentCourseId, status.inRegistration, 'student')
    await answerFromProfile(ctx, course)
    await answerFromLicense(ctx, course)
    const questions = showQuestions(ctx, course, await selectRegistrationState(ctx, course))
    const questionId = questions.find((question) => !isDone(question))?.question_id ?? null
    return { questionId, redirect: registrationPath(studentCourseId, questionId) }
  },
})
