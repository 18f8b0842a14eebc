import { batchAgency, nameFields } from './batch-agency.ts'

/** 15 NYCRR 10.5(e), 141.11. The program determines the deadline: immediately or 30 business days. */
export const newYorkDmv = batchAgency({
  id: 'ny-dmv',
  state_code: 'NY',
  name: [
    'New York State Department of Motor Vehicles',
    'Departamento de Vehículos Motorizados del Estado de Nueva York',
  ],
  short: ['New York DMV', 'DMV de Nueva York'],
  deadline: { kind: 'hours', hours: 0 },
  data: [...nameFields, 'student.driver_license', 'provider.organization_name', 'completed_at'],
})
