import { island } from '#platform/ui/island.tsx'
import TaskList from './task-list.tsx'

/** The signed-in person's tasks on a separate page. */
export default island('identity/tasks', { when: 'load' }, TaskList)
