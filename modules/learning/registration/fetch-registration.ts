import { ofCourse, staffOfCourse } from '#modules/learning/permissions.ts'
import { operation } from '#platform/operation.ts'
import { either } from '#platform/permissions.ts'
import { CourseInput, RegistrationPage } from './registration.schema.ts'
import { showRegistration } from './show-registration.ts'

export const fetchRegistrationByStudentCourseId = operation({
  call: 'GET /course/fetchRegistrationByStudentCourseId',
  summary: 'A registration, for its student, or for staff without document and Social Security numbers',
  may: either(ofCourse('studentCourseId'), staffOfCourse('MANAGE_STUDENTS:READ', 'studentCourseId')),
  takes: CourseInput,
  gives: RegistrationPage,
  run: (ctx, { studentCourseId }) => showRegistration(ctx, studentCourseId),
})
