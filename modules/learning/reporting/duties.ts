import {
  findProgramRules,
  type ProgramRules,
  type ReportDuty,
  selectCourseVersion,
  selectReportsTo,
} from '#modules/catalogue/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { stateCode, stateIdOf } from '#platform/states.ts'
import { dayIn, startOfDay } from '#platform/zone.ts'
import {
  type Agency,
  type Destination,
  deadlineRuleOf,
  destinationOf,
  isAgency,
  isInformedByAnother,
  submissionAgency,
} from './agencies/index.ts'
import { agencyZone } from './agencies/zone.ts'
import { type DeadlineRule, deadlineOf, ruleOf } from './deadline.ts'

/** One receiver of a completion. */
export type Duty = Destination & {
  rule: DeadlineRule
  /** For a receiver that gets its records from another one, the latest possible time given the other's deadline. */
  due_at: Date
}

export type Duties = readonly [Duty, ...Duty[]]

/**
 * The receivers of a course's completion, starting with those that reports are sent to. The program's rules on the day
 * of the completion name them; without such rules, they follow from the course's agency and states. `notice_due_on` is
 * the day (YYYY-MM-DD) by which the student's notice requires the course.
 */
export async function dutiesOf(ctx: Ctx, course: StudentCourse, notice_due_on: string | null = null): Promise<Duties> {
  const completed_at = course.passed_at ?? ctx.now
  const [{ lk_course_state_ids }, reports_to, home_state] = await Promise.all([
    selectCourseVersion(ctx, course.course_version_id),
    selectReportsTo(ctx, course.course_id),
    selectHomeState(ctx, course.user_id),
  ])
  const rules = await completionRules(ctx, course)
  const reportDuties = rules?.valueOf('report.deadline')
  if (rules && reportDuties) {
    return programDuties(reportDuties, { state: rules.state, home_state, completed_at, notice_due_on })
  }
  const state_codes = lk_course_state_ids.map((id) => stateCode(id))
  return [defaultDuty(destinationOf({ reports_to, state_codes }, home_state), completed_at)]
}

/**
 * The rules of the course's program on the day of its completion, in the zone of the course's first state; null without
 * a program.
 */
export async function completionRules(ctx: Ctx, course: StudentCourse): Promise<ProgramRules | null> {
  const { program_id, lk_course_state_ids } = await selectCourseVersion(ctx, course.course_version_id)
  const zone = agencyZone(stateCode(lk_course_state_ids[0]))
  return findProgramRules(ctx, program_id, dayIn(zone, course.passed_at ?? ctx.now))
}

async function selectHomeState({ sql }: Ctx, user_id: number): Promise<string> {
  const [person] = await sql<{ lk_state_id: number | null }>`
    select lk_state_id from identity.v_person where user_id = ${user_id}`
  return stateCode(person?.lk_state_id ?? null)
}

function defaultDuty(destination: Destination, completed_at: Date): Duty {
  const rule = deadlineRuleOf(destination)
  return { ...destination, rule, due_at: deadlineOf(rule, completed_at) }
}

type Completion = { state: string; home_state: string; completed_at: Date; notice_due_on: string | null }

/**
 * The duties of a program, one for each receiver: first the receivers that reports are sent to, then those that get
 * their records from one of them. A receiver that passes records on gets the report even if the program doesn't name
 * it.
 */
export function programDuties(reportDuties: readonly ReportDuty[], completion: Completion): Duties {
  const { state, home_state, completed_at } = completion
  const state_code = stateIdOf(state) === null ? home_state : state
  const zone = agencyZone(state_code)
  const stateDestination = destinationOf({ reports_to: null, state_codes: [state_code] }, home_state)
  const duties = reportDuties.map(({ agency, within, after }) => ({
    // A receiver without its own entry is treated as its state's agency.
    agency: isAgency(agency) ? agency : stateDestination.agency,
    rule: ruleOf(within, zone),
    after,
  }))
  const informants = duties
    .map(({ agency }) => submissionAgency(agency))
    .filter((agency) => !duties.some((duty) => duty.agency === agency))
  const submitted = [
    ...duties
      .filter(({ agency, after }) => !isInformedByAnother(agency) && after !== 'number')
      .map(
        ({ agency, rule, after }): Duty => ({
          agency,
          state_code,
          rule,
          due_at: deadlineOf(rule, startOf(after, zone, completion)),
        }),
      ),
    ...informants.map((agency) => defaultDuty({ agency, state_code }, completed_at)),
  ]
  const [first = defaultDuty(stateDestination, completed_at)] = submitted
  const dependentDuties = duties
    .filter(({ agency, after }) => isInformedByAnother(agency) || after === 'number')
    .map(({ agency, rule }): Duty => {
      const informant = submitted.find((duty) => duty.agency === submissionAgency(agency)) ?? first
      return { agency, state_code, rule, due_at: deadlineOf(rule, informant.due_at) }
    })
  const remaining = [...submitted.slice(1), ...dependentDuties]
  return [first, ...remaining.filter((duty, index) => isFirstOf(duty.agency, [first, ...remaining], index + 1))]
}

const isFirstOf = (agency: Agency, duties: readonly Duty[], index: number): boolean =>
  duties.findIndex((duty) => duty.agency === agency) === index

/**
 * The start of a time limit. A limit that starts with the certificate counts from the completion, which is never
 * later.
 */
const startOf = (after: ReportDuty['after'], zone: string, { completed_at, notice_due_on }: Completion): Date =>
  after === 'due_date' && notice_due_on !== null ? startOfDay(zone, notice_due_on) : completed_at
