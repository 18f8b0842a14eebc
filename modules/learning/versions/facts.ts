import { defineFact } from '#platform/facts.ts'

/** Staff asked to move all students of a version who have not started. */
export const moveAsked = defineFact<{ task_id: number }>('learning.move_students_asked', {
  internal: 'work of authors',
})
