import { tellUnreadAnswers } from '#modules/support/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Answers that their reporters have not read for five minutes. */
export const tellUnreadAnswersJob = job({
  name: 'support.tell-unread-answers',
  every: '* * * * *',
  run: (ctx) => tellUnreadAnswers(ctx),
})
