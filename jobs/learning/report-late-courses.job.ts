import { reportLateCourses } from '#modules/learning/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Reports late students to their organizations. */
export const reportLateCoursesJob = job({
  name: 'learning.report-late-courses',
  every: '37 * * * *',
  inSandbox: true,
  run: (ctx, _data, { signal }) => reportLateCourses(ctx, signal),
})
