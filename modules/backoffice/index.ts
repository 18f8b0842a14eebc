export { activateUser, deactivateUser } from './people/user-status.ts'
export { students } from './students/students.grid.ts'
