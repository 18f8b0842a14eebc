import { defineModule } from '../../platform/module.ts'
import { certificates } from './certificates/certificates.grid.ts'
import { eventHistory } from './event-history/event-history.grid.ts'
import { resendEmail } from './event-history/resend-email.ts'
import { lookups } from './lookups.shared.ts'
import { addEntityNotes } from './notes/add-entity-notes.ts'
import { deleteEntityNotes, editEntityNotes } from './notes/change-entity-notes.ts'
import { getEntityNotes } from './notes/get-entity-notes.ts'
import { organizations } from './organizations/organizations.grid.ts'
import { fetchCoursesByUserId } from './people/fetch-courses.ts'
import { activateUser, deactivateUser } from './people/user-status.ts'
import { administrators } from './staff/administrators.grid.ts'
import { instructors } from './staff/instructors.grid.ts'
import { students } from './students/students.grid.ts'

export const backoffice = defineModule({
  name: 'backoffice',
  uses: ['support', 'checkout', 'learning', 'catalogue', 'identity', 'settings'],
  lookups,
  operations: [
    ...students.operations,
    ...administrators.operations,
    ...instructors.operations,
    ...eventHistory.operations,
    ...organizations.operations,
    ...certificates.operations,
    resendEmail,
    activateUser,
    deactivateUser,
    fetchCoursesByUserId,
    getEntityNotes,
    addEntityNotes,
    editEntityNotes,
    deleteEntityNotes,
  ],
  grids: [students, administrators, instructors, eventHistory, organizations, certificates],
})
