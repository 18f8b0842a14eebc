import { defineFact } from '#platform/facts.ts'

/** Staff requested an action on all matching rows of a list, or a worker leaves the rest to the next. */
export const bulkRunRequested = defineFact<{ bulk_run_id: number }>('backoffice.bulk_run_asked', {
  internal: 'work of the back office',
})
