import { defineFact } from '#platform/facts.ts'

/** Staff requested a course as one file. */
export const exportAsked = defineFact<{ task_id: number }>('catalogue.course_export_asked', {
  internal: 'work of authors',
})
/** Staff uploaded a course as one file. */
export const importAsked = defineFact<{ task_id: number }>('catalogue.course_import_asked', {
  internal: 'work of authors',
})
