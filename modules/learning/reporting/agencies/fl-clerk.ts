import { type AgencyAdapter, emptyResponse } from '#modules/learning/reporting/agency-adapter.ts'
import { promisedDeadline } from '#modules/learning/reporting/deadline.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { defineAgency } from './agency.ts'
import { neutralCodes } from './codes.ts'

/** The clerk gets its records from another agency, never by submission. An unexpected attempt waits for staff. */
const indirectAdapter = (): AgencyAdapter => ({
  submit: async () => emptyResponse('retry', 'This agency gets its records from another agency.'),
})

/**
 * The clerk of the citation's county. The courts' portal reads completions from the department's data and emails
 * refusals, which staff enter. s. 318.1451, F.S.
 */
export const floridaClerk = defineAgency({
  id: 'fl-clerk',
  name: ['Clerk of court of the county of the citation', 'Secretaría del tribunal del condado de la multa'],
  short: ['Clerk (FL)', 'Secretaría (FL)'],
  territory: { kind: 'named-only', state_code: 'FL' },
  informed_by: 'fl-dhsmv',
  correction: { kind: 'business-days', days: 3, zone: 'America/New_York' },
  deadline: () => promisedDeadline,
  codes: neutralCodes,
  retry_codes: null,
  sells_numbers: false,
  error_status: status.completionErrorFlhsmv,
  methods: [],
  adapter: indirectAdapter,
})
