import { forgetOldAssessments } from '#modules/security/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Deletes old risk assessments of visitors' forms. */
export const forgetOldAssessmentsJob = job({
  name: 'security.forget-old-assessments',
  every: '25 3 * * *',
  run: (ctx) => forgetOldAssessments(ctx),
})
