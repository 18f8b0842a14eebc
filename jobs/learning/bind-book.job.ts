import { bookRequested } from '#modules/learning/certificates/facts.ts'
import { bindBook } from '#modules/learning/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Binds certificates into one PDF. */
export const bindBookJob = job({
  name: 'learning.bind-book',
  on: bookRequested,
  userWaits: true,
  expireSeconds: 900,
  concurrency: 1,
  retries: 4,
  run: (ctx, { task_id }) => bindBook(ctx, task_id),
})
