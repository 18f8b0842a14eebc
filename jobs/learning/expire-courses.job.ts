import { expireCourses } from '#modules/learning/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Expires overdue courses. */
export const expireCoursesJob = job({
  name: 'learning.expire-courses',
  every: '*/5 * * * *',
  inSandbox: true,
  run: (ctx, _data, { signal }) => expireCourses(ctx, signal),
})
