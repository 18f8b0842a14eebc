import type { StudentDatum } from '#modules/catalogue/programs/student-data.shared.ts'
import type { AgencyAdapter } from '#modules/learning/reporting/agency-adapter.ts'
import type { DeadlineRule } from '#modules/learning/reporting/deadline.ts'
import type { StudentCourseStatus } from '#modules/learning/student-course/course-status.shared.ts'
import type { Text } from '#platform/texts.ts'
import type { ServiceFormat, Worksheet } from './account-fields.ts'
import type { AnswerCode } from './codes.ts'

/** An installation's connection to agencies in our own format: HTTP (development), or files in a folder. */
export type NeutralConnection = { url: string; deadline_ms?: number } | { folder: string }

/** The courses without a named agency whose completions an agency receives. */
type Territory =
  /** Courses for this state only. Reports carry that state. */
  | { kind: 'one-state'; state_code: string }
  /** Courses that no single-state agency receives. Reports carry the course's only state, or else the student's. */
  | { kind: 'every-state' }
  /** None. Reports carry the agency's state, or else the student's. */
  | { kind: 'named-only'; state_code?: string }

export const reportingMethods = ['service', 'file', 'worksheet', 'neutral'] as const
/**
 * An organization's method of reporting to an agency. `service`: the agency's interface. `file`: files in its layout.
 * `worksheet`: staff enter each completion in the agency's portal. `neutral`: our own format, over the installation's
 * connection.
 */
export type ReportingMethod = (typeof reportingMethods)[number]

/** Everything the product knows about one receiver of completions. */
export type AgencyEntry<Id extends string = string> = {
  /** Its name in the API and in tables; it never changes. */
  id: Id
  /** Its full name; `{state}` is the report's state. */
  name: Text
  /** Its name if no state is known, for a name with `{state}`. */
  name_without_state?: Text
  /** Its name in staff lists. */
  short: Text
  /** Its name as a choice of agency for a course, if not the full name. */
  option?: Text
  territory: Territory
  /** The agency that this one gets its records from. Nothing is sent to it, and corrections go to that agency. */
  informed_by?: string
  /** The time limit for correcting a refused report, from the refusal; absent without a special limit. */
  correction?: DeadlineRule
  /** The deadline for reporting a completion, by the report's state. */
  deadline: (state_code: string) => DeadlineRule
  /** The time limit for completing a course after registration; absent without a limit. */
  completion?: (state_code: string) => DeadlineRule | null
  /** Its refusal codes, with the necessary correction. */
  codes: readonly AnswerCode[]
  /** Codes for faults of the agency's system or of our account there: the report is sent again. */
  retry_codes: RegExp | null
  /** Codes for faults of our account there: no other report is sent until staff have corrected it. */
  account_fault_codes?: RegExp
  /** The meaning of its codes, for staff. */
  meanings?: Readonly<Record<string, Text>>
  /** Whether the agency numbers the certificates and schools buy numbers in advance. */
  sells_numbers: boolean
  /** Whether its confirmation of a completion is the certificate number. */
  assigns_number?: true
  /** The status of a course whose completion it refused. */
  error_status: StudentCourseStatus
  /** Opens the adapter of our own format. Agencies with the same function share one adapter. */
  adapter: (way: NeutralConnection) => AgencyAdapter
  /** The methods that an organization's account may choose. */
  methods: readonly ReportingMethod[]
  /** Its interface, for the method `service`. */
  service?: ServiceFormat
  /** The student data that its rules require in a record, regardless of the reporting method. */
  required_data?: readonly StudentDatum[]
  /** Set if the agency does not accept our own format: without an account nothing is sent, and reports wait. */
  needs_account?: true
  /** A starting layout for the method `file`, in which parts that are not public are null. */
  layout_template?: string
  /** The agency takes a file every day: the time that a new account suggests, in the school's zone. */
  daily_at?: string
  /** The fields of its portal for the method `worksheet`, if they differ from the default. */
  worksheet?: Worksheet
}

/** Declares an agency; its id becomes part of the type `Agency`. */
export const defineAgency = <const Id extends string>(entry: AgencyEntry<Id>): AgencyEntry<Id> => entry
