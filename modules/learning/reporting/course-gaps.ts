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
import { type Agency, agencyName, type Destination, destinationOf, isPassedOn, needsAccount } from './agencies/index.ts'
import { withCollected } from './agencies/record-data.ts'
import { programDuties } from './duties.ts'
import { faultsFor } from './record-gaps.ts'

/** The data that every student gives in the account; registration collects those that an agency needs. */
const ofAccount: readonly string[] = ['name', 'address', 'phone', 'email', 'date_of_birth', 'gender']

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
    // A course of a program is one that the agency knows; only its account says how it gets the completions.
    if (course.program_id !== null && needsAccount(agency) && !isComplete(ctx, agency, account))
      needs.push({ agency_name, datum: 'account' })
    const sample = sampleFor(ctx, agency, account?.settings ?? {})
    const record = { ...sample, state_code, course: { ...sample.course, course_id: course.course_id } }
    const faults = faultsFor(ctx, agency, account, withCollected(record, course.collected))
    // A value of the made-up completion that the agency can't record says nothing about the course.
    const missingData = faults.filter(({ accepts }) => !accepts).map(({ datum }) => datum)
    needs.push(
      ...[...new Set(missingData)]
        .filter((datum) => !ofAccount.includes(datum))
        .map((datum) => ({ agency_name, datum })),
    )
  }
  return needs
}

/** Whether an account says how completions are delivered, with all the settings of its way. */
const isComplete = (ctx: Ctx, agency: Agency, account: StoredAccount | null): boolean =>
  account !== null && methodFormat(agency, account.method).missing(openAccount(ctx, account)).length === 0

/** The receivers of a course's completions for every state of the student. */
async function destinationsOf(ctx: Ctx, course: ReportedCourse): Promise<Destination[]> {
  const state_codes = course.lk_course_state_ids.map((id) => stateCode(id))
  const homes = state_codes.length > 0 ? state_codes : ['']
  const rules = await findProgramRules(ctx, course.program_id, todayOf(ctx))
  const reportDuties = rules?.valueOf('report.deadline')
  const reports_to = await selectReportsTo(ctx, course.course_id)
  const destinations = homes.flatMap((home_state): Destination[] =>
    rules && reportDuties
      ? [...programDuties(reportDuties, { state: rules.state, home_state, completed_at: ctx.now, notice_due_on: null })]
      : [destinationOf({ reports_to, state_codes }, home_state)],
  )
  return destinations.filter(
    ({ agency }, at) => !isPassedOn(agency) && destinations.findIndex((other) => other.agency === agency) === at,
  )
}
