import { promisedDeadline } from '#modules/learning/reporting/deadline.ts'
import { neutralAdapter } from '#modules/learning/reporting/neutral-adapter.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { defineAgency } from './agency.ts'
import { localCorrections, neutralCodes } from './codes.ts'
import { tvcc } from './tvcc/tvcc.ts'

/** The DMV's database of completed traffic violator courses, which the courts read (VC 11200(d)). */
export const california = defineAgency({
  id: 'ca-tvcc',
  name: [
    'California DMV, Traffic Violator Course Completion',
    'DMV de California, finalización de cursos para infractores de tránsito',
  ],
  short: ['California DMV (TVCC)', 'DMV de California (TVCC)'],
  territory: { kind: 'named-only', state_code: 'CA' },
  deadline: () => promisedDeadline,
  codes: [[/^TvccValidationFailed$/, localCorrections.unknown], ...neutralCodes],
  retry_codes: /^(TvccAccessDenied|TvccService)$/,
  account_fault_codes: /^TvccAccessDenied$/,
  meanings: {
    TvccAccessDenied: [
      'The DMV denies access: the user name or password is wrong, or our network is not admitted.',
      'El DMV niega el acceso: el usuario o la contraseña no son correctos, o nuestra red no está admitida.',
    ],
    TvccService: ["A fault of the DMV's service.", 'Una falla del servicio del DMV.'],
    TvccValidationFailed: [
      "The DMV doesn't accept a value. Its message says which one.",
      'El DMV no acepta un valor. Su mensaje indica cuál.',
    ],
  },
  sells_numbers: false,
  assigns_number: true,
  error_status: status.completionError,
  adapter: neutralAdapter,
  methods: ['service', 'worksheet', 'neutral'],
  service: tvcc,
})
