import { csvLine } from '#platform/csv.ts'
import type { CompletionRecord } from './record.ts'

type Column = readonly [name: string, value: (record: CompletionRecord) => string | number | null]

/** The columns of a dropped file, in order; docs/reporting.md explains each. */
const columns: readonly Column[] = [
  ['submission_id', (r) => r.submission_id],
  ['agency', (r) => r.agency],
  ['state_code', (r) => r.state_code],
  ['provider_code', (r) => r.provider.organization_code],
  ['provider_name', (r) => r.provider.organization_name],
  ['first_name', (r) => r.student.first_name],
  ['middle_name', (r) => r.student.middle_name],
  ['last_name', (r) => r.student.last_name],
  ['suffix', (r) => r.student.suffix],
  ['dob', (r) => r.student.dob],
  ['gender', (r) => r.student.gender],
  ['driver_license', (r) => r.student.driver_license],
  ['license_state', (r) => r.student.license_state],
  ['ssn_last_4', (r) => r.student.ssn_last_4],
  ['address1', (r) => r.student.address1],
  ['address2', (r) => r.student.address2],
  ['city', (r) => r.student.city],
  ['state', (r) => r.student.state],
  ['zip', (r) => r.student.zip],
  ['phone', (r) => r.student.phone],
  ['email', (r) => r.student.email],
  ['course_id', (r) => r.course.course_id],
  ['course_name', (r) => r.course.course_name],
  ['course_version', (r) => r.course.version_number],
  ['hours', (r) => r.course.hours],
  ['training', (r) => r.course.training],
  ['citation_number', (r) => r.citation_number],
  ['citation_county', (r) => r.citation_county],
  ['course_reason', (r) => r.course_reason],
  ['completed_at', (r) => r.completed_at],
  ['staff_advanced_ind', (r) => (r.staff_advanced_ind ? 1 : 0)],
  ['certificate_number', (r) => r.certificate_number],
  ['certificate_kind', (r) => r.certificate_kind],
  ['outcome', (r) => r.outcome ?? 'passed'],
]

export const csvColumns: readonly string[] = columns.map(([name]) => name)

/** Removes line breaks inside cells, because the agencies' programs read line by line. */
const removeLineBreaks = (value: string | number | null) =>
  typeof value === 'string' ? value.replace(/[\r\n]+/g, ' ') : value

/** A file of completions: column names, then one line per record, CRLF, UTF-8. */
export const completionsCsv = (records: readonly CompletionRecord[]): string =>
  [csvColumns, ...records.map((record) => columns.map(([, value]) => removeLineBreaks(value(record))))]
    .map(csvLine)
    .join('')
