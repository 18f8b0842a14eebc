import { promisedDeadline } from '#modules/learning/reporting/deadline.ts'
import { batchAgency, nameFields } from './batch-agency.ts'

/**
 * Schools buy certificates from the department (375-5-1-.19), and students hand them in. Only courses that name the
 * department are reported to it.
 */
export const georgiaDds = batchAgency({
  id: 'ga-dds',
  state_code: 'GA',
  name: ['Georgia Department of Driver Services', 'Departamento de Servicios al Conductor de Georgia'],
  short: ['Georgia DDS', 'DDS de Georgia'],
  deadline: promisedDeadline,
  sells_numbers: true,
  data: [...nameFields, 'student.driver_license', 'certificate_number', 'completed_at'],
})
