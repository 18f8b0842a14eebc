import { issueCertificate } from '#modules/learning/entry.ts'
import { coursePassed } from '#modules/learning/facts.ts'
import { job } from '#platform/queue/job.ts'

/** Issues the certificate of a passed course. */
export const issueCertificateJob = job({
  name: 'learning.issue-certificate',
  on: coursePassed,
  userWaits: true,
  inSandbox: true,
  run: (ctx, { student_course_id }) => issueCertificate(ctx, student_course_id),
})
