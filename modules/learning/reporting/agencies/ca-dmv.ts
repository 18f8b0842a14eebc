import { promisedDeadline } from '#modules/learning/reporting/deadline.ts'
import { batchAgency, nameFields } from './batch-agency.ts'

/**
 * Schools buy the department's numbered forms for mature drivers (OL 1001, 13 CCR 346.00 ff.) in hundreds, and students
 * give them to their insurer. Only courses that name the department are reported to it.
 */
export const californiaDmv = batchAgency({
  id: 'ca-dmv',
  state_code: 'CA',
  name: ['California Department of Motor Vehicles', 'Departamento de Vehículos Motorizados de California'],
  short: ['California DMV', 'DMV de California'],
  deadline: promisedDeadline,
  sells_numbers: true,
  data: [...nameFields, 'student.driver_license', 'certificate_number', 'completed_at'],
})
