import { defineFact } from '#platform/facts.ts'

/** Staff requested a move of all students of a version who have not started. */
export const moveAsked = defineFact<{ task_id: number }>('learning.move_students_asked', {
  internal: 'work of authors',
})
