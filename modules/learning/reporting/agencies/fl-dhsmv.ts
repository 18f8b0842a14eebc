import { promisedDeadline } from '#modules/learning/reporting/deadline.ts'
import { neutralAdapter } from '#modules/learning/reporting/neutral-adapter.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { defineAgency } from './agency.ts'
import { neutralCodes } from './codes.ts'
import { dicdsAccountFaultCodes, dicdsCodes, dicdsCorrections, dicdsRetryCodes } from './dicds/codes.ts'
import { dicds } from './dicds/dicds.ts'

export const florida = defineAgency({
  id: 'fl-dhsmv',
  name: [
    'Florida Department of Highway Safety and Motor Vehicles',
    'Departamento de Seguridad en Carreteras y Vehículos Motorizados de Florida',
  ],
  short: ['FLHSMV', 'FLHSMV'],
  territory: { kind: 'one-state', state_code: 'FL' },
  deadline: () => promisedDeadline,
  codes: [...dicdsCorrections, ...neutralCodes],
  retry_codes: dicdsRetryCodes,
  account_fault_codes: dicdsAccountFaultCodes,
  meanings: Object.fromEntries(dicdsCodes.map(({ code, meaning }) => [code, meaning])),
  sells_numbers: true,
  assigns_number: true,
  error_status: status.completionErrorFlhsmv,
  adapter: neutralAdapter,
  methods: ['service', 'worksheet', 'neutral'],
  service: dicds,
})
