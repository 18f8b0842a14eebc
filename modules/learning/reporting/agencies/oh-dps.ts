import { promisedDeadline } from '#modules/learning/reporting/deadline.ts'
import { batchAgency, nameFields } from './batch-agency.ts'

/** The state's system issues the certificates; name and permit number must match the permit. */
export const ohioDps = batchAgency({
  id: 'oh-dps',
  state_code: 'OH',
  name: ['Ohio Department of Public Safety', 'Departamento de Seguridad Pública de Ohio'],
  short: ['Ohio DPS', 'DPS de Ohio'],
  deadline: promisedDeadline,
  data: [...nameFields, 'student.driver_license', 'completed_at'],
})
