import { batchAgency, nameFields } from './batch-agency.ts'

/** N.J.A.C. 13:21-24.7(b), 24.8. */
export const newJerseyMvc = batchAgency({
  id: 'nj-mvc',
  state_code: 'NJ',
  name: ['New Jersey Motor Vehicle Commission', 'Comisión de Vehículos Motorizados de Nueva Jersey'],
  short: ['New Jersey MVC', 'MVC de Nueva Jersey'],
  deadline: { kind: 'days', days: 10, zone: 'America/New_York' },
  data: [
    ...nameFields,
    'student.address1',
    'student.dob',
    'student.eye_color',
    'student.driver_license',
    'completed_at',
  ],
})
