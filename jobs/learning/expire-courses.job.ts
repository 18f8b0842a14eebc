import { expireCourses } from '#modules/learning/index.ts'
import { job } from '#platform/queue/job.ts'

/** Expires overdue courses. */
export const expireCoursesJob = job({
  name: 'learning.expire-courses',
  every: '*/5 * * * *',
  run: (ctx, _data, { signal }) => expireCourses(ctx, signal),
})
