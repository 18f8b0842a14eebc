import { operation } from '../../../platform/operation.ts'
import { ofCourse } from '../permissions.ts'
import { CourseInput, WholeRegistration } from './registration.schema.ts'
import { showRegistration } from './show-registration.ts'

export const getRegistration = operation({
  call: 'GET /registration/{studentCourseId}',
  summary: 'The questions asked now with the answers given, and the steps of the registration',
  may: ofCourse('studentCourseId'),
  takes: CourseInput,
  gives: WholeRegistration,
  run: (ctx, { studentCourseId }) => showRegistration(ctx, studentCourseId),
})
