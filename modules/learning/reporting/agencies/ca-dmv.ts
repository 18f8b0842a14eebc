import { promised } from '#modules/learning/reporting/deadline.ts'
import { batchAgency, nameFields } from './batch-agency.ts'

/**
 * The department's numbered forms for mature drivers (OL 1001, 13 CCR 346.00 ff.) are bought in hundreds, and students hand
 * them to their insurer; reports are for courses that name it.
 */
export const californiaDmv = batchAgency({
  id: 'ca-dmv',
  state_code: 'CA',
  name: ['California Department of Motor Vehicles', 'Departamento de Vehículos Motorizados de California'],
  short: ['California DMV', 'DMV de California'],
  deadline: promised,
  sells_numbers: true,
  data: [...nameFields, 'student.driver_license', 'certificate_number', 'completed_at'],
})
