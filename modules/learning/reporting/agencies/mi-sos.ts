import { promisedDeadline } from '#modules/learning/reporting/deadline.ts'
import { batchAgency } from './batch-agency.ts'

/** Staff enter results of the Basic Driver Improvement Course in the sponsor's account, including failures. */
export const michiganState = batchAgency({
  id: 'mi-sos',
  state_code: 'MI',
  name: ['Michigan Secretary of State', 'Secretaría de Estado de Michigan'],
  short: ['Michigan SOS', 'Secretaría de Estado (MI)'],
  deadline: promisedDeadline,
  data: ['student.driver_license', 'notice_due_on', 'outcome'],
})
