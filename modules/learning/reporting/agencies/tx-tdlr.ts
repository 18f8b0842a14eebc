import { neutralAdapter } from '#modules/learning/reporting/neutral-adapter.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { defineAgency } from './agency.ts'
import { neutralCodes } from './codes.ts'

/** Texas takes CSV files of certificates in its upload portal, originals and duplicates alike. */
export const texas = defineAgency({
  id: 'tx-tdlr',
  name: ['Texas Department of Licensing and Regulation', 'Departamento de Licencias y Regulación de Texas'],
  short: ['TDLR (Texas)', 'TDLR (Texas)'],
  territory: { kind: 'named-only', state_code: 'TX' },
  // 16 TAC 84.63.
  deadline: () => ({ kind: 'days', days: 5, zone: 'America/Chicago' }),
  codes: neutralCodes,
  passing: null,
  sells_numbers: true,
  error_status: status.completionError,
  adapter: neutralAdapter,
  methods: ['neutral'],
})
