import { sealOldAnswers } from '#modules/learning/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Every hour: seals personal answers that were stored unsealed, until none is left. */
export const sealOldAnswersJob = job({
  name: 'learning.seal-old-answers',
  every: '41 * * * *',
  run: (ctx) => sealOldAnswers(ctx),
})
