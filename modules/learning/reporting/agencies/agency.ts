import type { AgencyAdapter } from '#modules/learning/reporting/agency-adapter.ts'
import type { DeadlineRule } from '#modules/learning/reporting/deadline.ts'
import type { StudentCourseStatus } from '#modules/learning/student-course/course-status.shared.ts'
import type { Text } from '#platform/texts.ts'
import type { AnswerCode } from './codes.ts'

/** How an installation reaches its agencies: over HTTP at an address, or by files in a folder. */
export type Way = { url: string; deadline_ms?: number } | { folder: string }

/** The courses whose completions an agency gets although they don't name it. */
type Territory =
  /** Those for one state alone. Its reports bear that state. */
  | { kind: 'one-state'; state_code: string }
  /** Those that no agency of one state gets. Its reports bear the only state of the course, else that of the student. */
  | { kind: 'every-state' }
  /** None. Its reports bear the state of the student. */
  | { kind: 'named-only' }

/** Everything that the product knows of one receiver of completions. */
export type AgencyEntry<Id extends string = string> = {
  /** Its name in calls and tables; never changed. */
  id: Id
  /** Its full name; `{state}` is that of the report. */
  name: Text
  /** Its name where no state is known, for a name with a `{state}`. */
  name_without_state?: Text
  /** Its name in lists of staff. */
  short: Text
  /** Its name as an agency that a course may report to, if it is not the full name. */
  option?: Text
  territory: Territory
  /** The state whose licenses its drivers hold, if it is not the state of their address. */
  license_state?: string
  /** When a completion must have been reported, by the state of the report. */
  deadline: (state_code: string) => DeadlineRule
  /** How long after its registration a course may be completed; absent where the agency sets no limit. */
  completion?: (state_code: string) => DeadlineRule | null
  /** The codes of its refusals, and what must be corrected for each. */
  codes: readonly AnswerCode[]
  /** Codes of faults in its own system, and of our account there: the report is sent again. */
  passing: RegExp | null
  /** It numbers the certificates itself, and schools buy the numbers ahead. */
  sells_numbers: boolean
  /** The status of a course whose completion it refused. */
  error_status: StudentCourseStatus
  /** Opens what carries its records. Agencies that name the same function share one adapter. */
  adapter: (way: Way) => AgencyAdapter
}

/** Declares an agency; its id becomes part of the type `Agency`. */
export const defineAgency = <const Id extends string>(entry: AgencyEntry<Id>): AgencyEntry<Id> => entry
