import {
  type AgencyNeed,
  type AgencyNeeds,
  findProgramRules,
  type ReportedCourse,
  selectReportsTo,
} from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { stateCode } from '#platform/states.ts'
import { todayOf } from '#platform/zone.ts'
import { findAccount, openAccount, type StoredAccount } from './accounts/account.sql.ts'
import { methodFormat } from './accounts/method-format.ts'
import { sampleFor } from './accounts/sample-record.ts'
import {
  type Agency,
  agencyName,
  type Destination,
  destinationOf,
  isInformedByAnother,
  needsAccount,
} from './agencies/index.ts'
import { withCollected } from './agencies/record-data.ts'
import { programDuties } from './duties.ts'
import { faultsFor } from './record-gaps.ts'

/** The data that belongs to every account; registration asks for the parts that an agency needs. */
const accountData: readonly string[] = ['name', 'address', 'phone', 'email', 'date_of_birth', 'gender']

/**
 * The data that every report of a course would lack because no question collects it, and the accounts without which
 * reports would wait. Checks a made-up completion with only the collected data, in the same way as a report.
 */
export const findCourseGaps: AgencyNeeds = async (ctx, course) => {
  const needs: AgencyNeed[] = []
  for (const destination of await destinationsOf(ctx, course)) {
    const { agency, state_code } = destination
    const account = await findAccount(ctx, course.organization_id, agency)
    const agency_name = agencyName(destination, ctx.locale)
    // The agency knows the courses of a program, but only the account determines how it gets their completions.
    if (course.program_id !== null && needsAccount(agency) && !isComplete(ctx, agency, account))
      needs.push({ agency_name, datum: 'account' })
    const sample = sampleFor(ctx, agency, account?.settings ?? {})
    const record = { ...sample, state_code, course: { ...sample.course, course_id: course.course_id } }
    const faults = faultsFor(ctx, agency, account, withCollected(record, course.collected))
    // The made-up completion may have values that the agency can't record; they are not gaps of the course.
    const missingData = faults.filter(({ accepts }) => !accepts).map(({ datum }) => datum)
    needs.push(
      ...[...new Set(missingData)]
        .filter((datum) => !accountData.includes(datum))
        .map((datum) => ({ agency_name, datum })),
    )
  }
  return needs
}

/** Whether an account exists and has all settings of its reporting method. */
const isComplete = (ctx: Ctx, agency: Agency, account: StoredAccount | null): boolean =>
  account !== null && methodFormat(agency, account.method).listMissingSettings(openAccount(ctx, account)).length === 0

/** The receivers of a course's completions, for every possible home state of the student. */
async function destinationsOf(ctx: Ctx, course: ReportedCourse): Promise<Destination[]> {
  const state_codes = course.lk_course_state_ids.map((id) => stateCode(id))
  const homeStates = state_codes.length > 0 ? state_codes : ['']
  const rules = await findProgramRules(ctx, course.program_id, todayOf(ctx))
  const reportDuties = rules?.valueOf('report.deadline')
  const reports_to = await selectReportsTo(ctx, course.course_id)
  const destinations = homeStates.flatMap((home_state): Destination[] =>
    rules && reportDuties
      ? [...programDuties(reportDuties, { state: rules.state, home_state, completed_at: ctx.now, notice_due_on: null })]
      : [destinationOf({ reports_to, state_codes }, home_state)],
  )
  return destinations.filter(
    ({ agency }, index) =>
      !isInformedByAnother(agency) && destinations.findIndex((other) => other.agency === agency) === index,
  )
}
