import { promised } from '#modules/learning/reporting/deadline.ts'
import { batchAgency, nameFields } from './batch-agency.ts'

/** Certificates come out of a system of the state; name and permit number must equal the permit. */
export const ohioDps = batchAgency({
  id: 'oh-dps',
  state_code: 'OH',
  name: ['Ohio Department of Public Safety', 'Departamento de Seguridad Pública de Ohio'],
  short: ['Ohio DPS', 'DPS de Ohio'],
  deadline: promised,
  data: [...nameFields, 'student.driver_license', 'completed_at'],
})
