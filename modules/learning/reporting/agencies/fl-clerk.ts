import { type AgencyAdapter, emptyAnswer } from '#modules/learning/reporting/agency-adapter.ts'
import { promised } from '#modules/learning/reporting/deadline.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { defineAgency } from './agency.ts'
import { neutralCodes } from './codes.ts'

/**
 * A receiver whose records another agency passes on never gets a submission; an unexpected attempt waits for staff.
 */
const passedOn = (): AgencyAdapter => ({
  submit: async () => emptyAnswer('retry', 'Another receiver passes these records on.'),
})

/**
 * The clerk of the citation's county. The courts' portal takes completions from the department's data, and sends
 * refusals by email, which staff enter. s. 318.1451, F.S.
 */
export const floridaClerk = defineAgency({
  id: 'fl-clerk',
  name: ['Clerk of court of the county of the citation', 'Secretaría del tribunal del condado de la multa'],
  short: ['Clerk (FL)', 'Secretaría (FL)'],
  territory: { kind: 'named-only', state_code: 'FL' },
  passed_on_by: 'fl-dhsmv',
  correction: { kind: 'business-days', days: 3, zone: 'America/New_York' },
  deadline: () => promised,
  codes: neutralCodes,
  passing: null,
  sells_numbers: false,
  error_status: status.completionErrorFlhsmv,
  methods: [],
  adapter: passedOn,
})
