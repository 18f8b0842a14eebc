import { batchAgency, nameFields } from './batch-agency.ts'

/** Completions go in batches to the defensive driving database, within three business days. */
export const arizonaCourts = batchAgency({
  id: 'az-courts',
  state_code: 'AZ',
  name: ['Arizona Supreme Court', 'Corte Suprema de Arizona'],
  short: ['Arizona courts', 'Tribunales de Arizona'],
  deadline: { kind: 'business-days', days: 3, zone: 'America/Phoenix' },
  data: [...nameFields, 'student.driver_license', 'citation_number', 'court', 'completed_at'],
})
