import type { StudentDatum } from '#modules/catalogue/programs/student-data.shared.ts'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import type { LayoutSource } from './layout/layout.schema.ts'
import { recordValue } from './layout/layout-value.ts'

/** The fields of a record that contain each datum. */
const fieldsOf: Readonly<Record<StudentDatum, readonly LayoutSource[]>> = {
  name: ['student.first_name', 'student.last_name'],
  address: ['student.address1', 'student.city', 'student.state', 'student.zip'],
  phone: ['student.phone'],
  email: ['student.email'],
  date_of_birth: ['student.dob'],
  gender: ['student.gender'],
  driver_license: ['student.driver_license'],
  driver_license_or_ssn: ['student.ssn_last_4'],
  client_id: ['student.driver_license'],
  license_state: ['student.license_state'],
  license_class: ['course.license_class'],
  citation_number: ['citation_number'],
  citation_date: ['citation_date'],
  citation_county: ['citation_county'],
  court: ['court'],
  due_date: ['notice_due_on'],
  eye_color: ['student.eye_color'],
}

/** Whether a record has a datum. */
export const hasDatum = (record: CompletionRecord, datum: StudentDatum): boolean =>
  fieldsOf[datum].every((field) => recordValue(record, field) !== '') ||
  (datum === 'driver_license_or_ssn' && hasDatum(record, 'driver_license'))

/** The datum of a field; null for fields that students do not provide. */
export const datumOfField = (field: LayoutSource): StudentDatum | undefined =>
  (Object.keys(fieldsOf) as StudentDatum[]).find((datum) => fieldsOf[datum].includes(field))

/** A record without the data that no question of a course collects. */
export function withCollected(record: CompletionRecord, collected: ReadonlySet<StudentDatum>): CompletionRecord {
  const has = (...data: StudentDatum[]) => data.some((datum) => collected.has(datum))
  const { student, course } = record
  return {
    ...record,
    student: {
      ...student,
      driver_license: has('driver_license', 'client_id') ? student.driver_license : null,
      license_state: has('license_state') ? student.license_state : '',
      ssn_last_4: has('driver_license_or_ssn') && !has('driver_license') ? student.ssn_last_4 : null,
      eye_color: has('eye_color') ? student.eye_color : null,
    },
    course: { ...course, license_class: has('license_class') ? course.license_class : null },
    citation_number: has('citation_number') ? record.citation_number : null,
    citation_date: has('citation_date') ? record.citation_date : null,
    citation_county: has('citation_county') ? record.citation_county : null,
    court: has('court') ? record.court : null,
    notice_due_on: has('due_date') ? record.notice_due_on : null,
  }
}
