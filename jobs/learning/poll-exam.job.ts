import { pollExamById } from '#modules/learning/entry.ts'
import { examReported } from '#modules/learning/facts.ts'
import { job } from '#platform/queue/job.ts'

/** Fetches an exam's state after the provider reported an event. */
export const pollExamJob = job({
  name: 'learning.ask-about-exam',
  on: examReported,
  userWaits: true,
  run: (ctx, { external_exam_id }, { signal }) => pollExamById(ctx, external_exam_id, signal),
})
