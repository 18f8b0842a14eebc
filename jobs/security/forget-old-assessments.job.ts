import { forgetOldAssessments } from '#modules/security/entry.ts'
import { job } from '#platform/queue/job.ts'

/** What was thought of visitors' forms is of no use after a while. */
export const forgetOldAssessmentsJob = job({
  name: 'security.forget-old-assessments',
  every: '25 3 * * *',
  run: (ctx) => forgetOldAssessments(ctx),
})
