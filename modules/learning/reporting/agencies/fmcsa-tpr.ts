import { neutralAdapter } from '#modules/learning/reporting/neutral-adapter.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { defineAgency } from './agency.ts'
import { neutralCodes } from './codes.ts'
import { registryWorksheet } from './worksheets.ts'

export const trainingRegistry = defineAgency({
  id: 'fmcsa-tpr',
  name: ['FMCSA Training Provider Registry', 'Registro de Proveedores de Capacitación de la FMCSA'],
  short: ['FMCSA', 'FMCSA'],
  territory: { kind: 'named-only' },
  // 49 CFR 380.717.
  deadline: () => ({ kind: 'business-days', days: 2, zone: 'America/New_York' }),
  codes: neutralCodes,
  retry_codes: null,
  sells_numbers: false,
  error_status: status.completionError,
  adapter: neutralAdapter,
  methods: ['worksheet', 'file', 'neutral'],
  // 49 CFR 380.717(a), (b).
  required_data: ['name', 'driver_license', 'license_state', 'license_class'],
  needs_account: true,
  worksheet: registryWorksheet,
})
