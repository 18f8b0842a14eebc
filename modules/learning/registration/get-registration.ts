import { ofCourse } from '#modules/learning/permissions.ts'
import { operation } from '#platform/operation.ts'
import { CourseInput, RegistrationPage } from './registration.schema.ts'
import { showRegistration } from './show-registration.ts'

export const getRegistration = operation({
  call: 'GET /registration/{studentCourseId}',
  summary: 'The current questions with their answers, and the steps of the registration',
  may: ofCourse('studentCourseId'),
  takes: CourseInput,
  gives: RegistrationPage,
  run: (ctx, { studentCourseId }) => showRegistration(ctx, studentCourseId),
})
