import { ofCourse, staffOfCourse } from '#modules/learning/permissions.ts'
import { operation } from '#platform/operation.ts'
import { either } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { ReportingStateShape } from './reporting.schema.ts'
import { reportingState } from './reporting-state.ts'

export const getCompletionReport = operation({
  call: 'GET /report/completion/{student_course_id}',
  clients: 'getCompletionReport',
  summary: "The progress of a completion's report. `data` is null if none is owed",
  added: true,
  may: either(ofCourse('student_course_id'), staffOfCourse('MANAGE_STUDENTS:READ', 'student_course_id')),
  takes: z.object({ student_course_id: id() }),
  gives: z.object({ data: ReportingStateShape.nullable() }),
  run: async (ctx, { student_course_id }) => ({ data: await reportingState(ctx, student_course_id) }),
})
