import { island } from '#platform/ui/island.tsx'
import TaskList from './task-list.tsx'

/** The tasks of the signed-in person, on a page of their own. */
export default island('identity/tasks', { when: 'load' }, TaskList)
