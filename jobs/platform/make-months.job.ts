import { makeMonths } from '#platform/db/months.sql.ts'
import { job } from '#platform/queue/job.ts'

/** Every night: makes the partitions of the next three months. */
export const makeMonthsJob = job({ name: 'platform.make-months', every: '11 2 * * *', run: (ctx) => makeMonths(ctx) })
