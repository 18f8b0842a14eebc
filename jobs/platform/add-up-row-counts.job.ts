import { job } from '#platform/queue/job.ts'
import { addUpRowCounts } from '#platform/row-count.ts'

/** Every minute: adds up the changes that writers recorded, so that a tile reads few rows. */
export const addUpRowCountsJob = job({
  name: 'platform.add-up-row-counts',
  every: '* * * * *',
  run: addUpRowCounts,
})
