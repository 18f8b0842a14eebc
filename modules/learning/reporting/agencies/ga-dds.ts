import { promised } from '#modules/learning/reporting/deadline.ts'
import { batchAgency, nameFields } from './batch-agency.ts'

/**
 * Schools buy certificates from the department (375-5-1-.19), and students hand them in. Reports are only for courses
 * that name it.
 */
export const georgiaDds = batchAgency({
  id: 'ga-dds',
  state_code: 'GA',
  name: ['Georgia Department of Driver Services', 'Departamento de Servicios al Conductor de Georgia'],
  short: ['Georgia DDS', 'DDS de Georgia'],
  deadline: promised,
  sells_numbers: true,
  data: [...nameFields, 'student.driver_license', 'certificate_number', 'completed_at'],
})
