import type { DeadlineRule } from '#modules/learning/reporting/deadline.ts'
import { neutralAdapter } from '#modules/learning/reporting/neutral-adapter.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Text } from '#platform/texts.ts'
import { type AgencyEntry, defineAgency } from './agency.ts'
import { neutralCodes } from './codes.ts'
import type { LayoutSource } from './layout/layout.schema.ts'
import { datumOfField } from './record-data.ts'

/**
 * Agencies that receive completions in batches, in formats that are not public. Nothing is sent before an account
 * defines how: staff fill in the layout from the agency's documentation, or enter completions in its portal.
 */
type BatchAgency<Id extends string> = {
  id: Id
  state_code: string
  name: Text
  short: Text
  deadline: DeadlineRule
  /** The data that the agency's rules require; their positions, widths and codes are not public. */
  data: readonly LayoutSource[]
  /** Set if schools buy its certificates in advance. */
  sells_numbers?: boolean
}

export const batchAgency = <const Id extends string>({
  id,
  state_code,
  name,
  short,
  deadline,
  data,
  sells_numbers = false,
}: BatchAgency<Id>): AgencyEntry<Id> =>
  defineAgency({
    id,
    name,
    short,
    territory: { kind: 'named-only', state_code },
    deadline: () => deadline,
    codes: neutralCodes,
    retry_codes: null,
    sells_numbers,
    error_status: status.completionError,
    adapter: neutralAdapter,
    methods: ['file', 'worksheet', 'neutral'],
    required_data: [...new Set(data.flatMap((field) => datumOfField(field) ?? []))],
    needs_account: true,
    layout_template: templateOf(data),
  })

/** A layout with only the data; staff replace the nulls from the agency's documentation. */
const templateOf = (data: readonly LayoutSource[]): string =>
  JSON.stringify(
    {
      form: null,
      encoding: null,
      line_end: null,
      file_name: null,
      fields: data.map((from) => ({ name: from.split('.').at(-1), from, required: true })),
    },
    null,
    2,
  )

/** The name fields that most agencies have. */
export const nameFields = ['student.first_name', 'student.middle_name', 'student.last_name'] as const
