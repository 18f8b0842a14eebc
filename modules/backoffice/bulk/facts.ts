import { defineFact } from '#platform/facts.ts'

/** Staff asked for an action on all rows of a list that match, or a worker leaves the rest of one to the next. */
export const bulkRunAsked = defineFact<{ bulk_run_id: number }>('backoffice.bulk_run_asked')
