import { defineFact } from '#platform/facts.ts'

/** Staff requested a course as one file. */
export const exportRequested = defineFact<{ task_id: number }>('catalogue.course_export_asked', {
  internal: 'work of authors',
})
/** Staff uploaded a course as one file. */
export const importRequested = defineFact<{ task_id: number }>('catalogue.course_import_asked', {
  internal: 'work of authors',
})
