import { batchAgency, nameFields } from './batch-agency.ts'

/** Completions are due within 24 hours, with the reason for the course. */
export const virginiaDmv = batchAgency({
  id: 'va-dmv',
  state_code: 'VA',
  name: ['Virginia Department of Motor Vehicles', 'Departamento de Vehículos Motorizados de Virginia'],
  short: ['Virginia DMV', 'DMV de Virginia'],
  deadline: { kind: 'hours', hours: 24 },
  data: [...nameFields, 'student.driver_license', 'course_reason', 'completed_at'],
})
