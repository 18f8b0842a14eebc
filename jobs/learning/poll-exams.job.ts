import { pollExams } from '#modules/learning/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Polls external exams without recent news, so that a lost push loses no result. */
export const pollExamsJob = job({
  name: 'learning.ask-about-exams',
  every: '* * * * *',
  expireSeconds: 600,
  run: (ctx, _data, { signal }) => pollExams(ctx, signal),
})
