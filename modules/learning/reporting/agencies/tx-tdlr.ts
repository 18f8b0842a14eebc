import { neutralAdapter } from '#modules/learning/reporting/neutral-adapter.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { defineAgency } from './agency.ts'
import { neutralCodes } from './codes.ts'

/**
 * The public part of the Data Submission Standards: comma-separated text, quotes where necessary, and a file name that
 * ends in .csv. Staff replace the nulls and add the columns from the Standards.
 */
export const texasTemplate = JSON.stringify(
  {
    form: 'csv',
    encoding: null,
    line_end: null,
    file_name: 'completions-{number:5}.csv',
    delimiter: ',',
    quote: 'needed',
    column_names: null,
    fields: [],
  },
  null,
  2,
)

/** Texas accepts CSV files of certificates in its upload portal, both originals and duplicates. */
export const texas = defineAgency({
  id: 'tx-tdlr',
  name: ['Texas Department of Licensing and Regulation', 'Departamento de Licencias y Regulación de Texas'],
  short: ['TDLR (Texas)', 'TDLR (Texas)'],
  territory: { kind: 'named-only', state_code: 'TX' },
  // 16 TAC 84.63.
  deadline: () => ({ kind: 'days', days: 5, zone: 'America/Chicago' }),
  codes: neutralCodes,
  retry_codes: null,
  sells_numbers: true,
  error_status: status.completionError,
  adapter: neutralAdapter,
  methods: ['file', 'neutral'],
  needs_account: true,
  layout_template: texasTemplate,
  // Certificates are due five days after they are issued, and TDLR takes a file each day.
  daily_at: '18:00',
})
