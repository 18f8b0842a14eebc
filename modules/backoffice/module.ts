import { defineModule } from '../../platform/module.ts'
import { activateUser, deactivateUser } from './people/user-status.ts'
import { students } from './students/students.grid.ts'

export const backoffice = defineModule({
  name: 'backoffice',
  uses: ['checkout', 'learning', 'catalogue', 'identity', 'settings'],
  operations: [...students.operations, activateUser, deactivateUser],
  grids: [students],
})
