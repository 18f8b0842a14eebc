import { promised } from '#modules/learning/reporting/deadline.ts'
import { neutralAdapter } from '#modules/learning/reporting/neutral-adapter.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { defineAgency } from './agency.ts'
import { mendings, neutralCodes } from './codes.ts'

export const florida = defineAgency({
  id: 'fl-dhsmv',
  name: [
    'Florida Department of Highway Safety and Motor Vehicles',
    'Departamento de Seguridad en Carreteras y Vehículos Motorizados de Florida',
  ],
  short: ['FLHSMV', 'FLHSMV'],
  territory: { kind: 'one-state', state_code: 'FL' },
  deadline: () => promised,
  codes: [
    [/^(CF03\d|CF000|CF010|CF040|CF050|DV070)$/, mendings.license],
    [/^(DV030|DV040|ST000|ST001)$/, mendings.name],
    [/^ST004$/, mendings.dob],
    [/^(DV050|ST002)$/, mendings.gender],
    [/^CF020$/, mendings.ssn],
    [/^(DV060|DV080|DV090|DV100|CL000|CO000)$/, mendings.citation],
    [/^(DV110|ST003|ST005|VC001)$/, mendings.reason],
    [/^(DV120|DV130|DV140)$/, mendings.address],
    ...neutralCodes,
  ],
  passing: /^(AF000|CC00[01]|CF035|DB000|VL000|VS000|VI000|SI00\d)$/,
  sells_numbers: true,
  error_status: status.completionErrorFlhsmv,
  adapter: neutralAdapter,
})
