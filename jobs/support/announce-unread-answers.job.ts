import { announceUnreadAnswers } from '#modules/support/entry.ts'
import { job } from '#platform/queue/job.ts'

/** Emails reporters about answers that they haven't read for five minutes. */
export const announceUnreadAnswersJob = job({
  name: 'support.tell-unread-answers',
  every: '* * * * *',
  run: (ctx) => announceUnreadAnswers(ctx),
})
