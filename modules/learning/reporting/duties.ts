import {
  courseAgency,
  type ProgramRules,
  programRules,
  type ReportDuty,
  selectCourseVersion,
} from '#modules/catalogue/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { stateCode, stateIdOf } from '#platform/states.ts'
import { dayIn, startOfDay } from '#platform/zone.ts'
import { type Agency, type Destination, deadlineRuleOf, destinationOf, isAgency } from './agencies/index.ts'
import { agencyZone } from './agencies/zone.ts'
import { type DeadlineRule, deadlineOf } from './deadline.ts'

/** One receiver of a completion. */
export type Duty = Destination & {
  rule: DeadlineRule
  /** For a duty with `waits_for`, the latest time that the other receiver's deadline allows. */
  due_at: Date
  /** The receiver whose acceptance starts the clock of this one; null for a duty that is due by itself. */
  waits_for: Agency | null
}

export type Duties = readonly [Duty, ...Duty[]]

/**
 * The receivers of a course's completion, those that are due by themselves first: the receivers that its program names, by
 * the rules of the day of the completion; otherwise one, by the course's agency and states. `notice_due_on` is the day
 * (YYYY-MM-DD) by which the student's notice asks for the course.
 */
export async function dutiesOf(ctx: Ctx, course: StudentCourse, notice_due_on: string | null = null): Promise<Duties> {
  const completed_at = course.passed_at ?? ctx.now
  const [{ lk_course_state_ids }, reports_to, home_state] = await Promise.all([
    selectCourseVersion(ctx, course.course_version_id),
    courseAgency(ctx, course.course_id),
    selectHomeState(ctx, course.user_id),
  ])
  const rules = await completionRules(ctx, course)
  const named = rules?.valueOf('report.deadline')
  if (rules && named) {
    return programDuties(named, { state: rules.state, home_state, completed_at, notice_due_on })
  }
  const state_codes = lk_course_state_ids.map((id) => stateCode(id))
  return [plainDuty(destinationOf({ reports_to, state_codes }, home_state), completed_at)]
}

/** The rules of the course's program on the day of its completion, in the zone of the course's first state; null without one. */
export async function completionRules(ctx: Ctx, course: StudentCourse): Promise<ProgramRules | null> {
  const { program_id, lk_course_state_ids } = await selectCourseVersion(ctx, course.course_version_id)
  const zone = agencyZone(stateCode(lk_course_state_ids[0]))
  return programRules(ctx, program_id, dayIn(zone, course.passed_at ?? ctx.now))
}

async function selectHomeState({ sql }: Ctx, user_id: number): Promise<string> {
  const [person] = await sql<{ lk_state_id: number | null }>`
    select lk_state_id from identity.v_person where user_id = ${user_id}`
  return stateCode(person?.lk_state_id ?? null)
}

function plainDuty(destination: Destination, completed_at: Date): Duty {
  const rule = deadlineRuleOf(destination)
  return { ...destination, rule, due_at: deadlineOf(rule, completed_at), waits_for: null }
}

type Completion = { state: string; home_state: string; completed_at: Date; notice_due_on: string | null }

/** The duties of a program, in its order, one for each receiver; those that wait for another one come last. */
export function programDuties(named: readonly ReportDuty[], completion: Completion): Duties {
  const { state, home_state } = completion
  const state_code = stateIdOf(state) === null ? home_state : state
  const zone = agencyZone(state_code)
  // A receiver without an entry of its own is reached as its state's agency is.
  const agencyOf = ({ agency }: ReportDuty): Agency =>
    isAgency(agency) ? agency : destinationOf({ reports_to: null, state_codes: [state_code] }, home_state).agency
  const own = named
    .filter(({ after }) => after !== 'number')
    .map((duty): Duty => {
      const rule = ruleOf(duty, zone)
      return { agency: agencyOf(duty), state_code, rule, due_at: dueAt(duty, rule, zone, completion), waits_for: null }
    })
  const [
    first = plainDuty(
      destinationOf({ reports_to: null, state_codes: [state_code] }, home_state),
      completion.completed_at,
    ),
  ] = own
  const waiting = named
    .filter(({ after }) => after === 'number')
    .map((duty): Duty => {
      const rule = ruleOf(duty, zone)
      return {
        agency: agencyOf(duty),
        state_code,
        rule,
        due_at: deadlineOf(rule, first.due_at),
        waits_for: first.agency,
      }
    })
  const others = [...own.slice(1), ...waiting]
  return [
    first,
    ...others.filter(
      ({ agency }, at) => agency !== first.agency && others.findIndex((one) => one.agency === agency) === at,
    ),
  ]
}

function ruleOf({ within: { amount, unit } }: ReportDuty, zone: string): DeadlineRule {
  if (unit === 'hours') return { kind: 'hours', hours: amount }
  return { kind: unit === 'days' ? 'days' : 'business-days', days: amount, zone }
}

/** A clock that starts with the certificate is counted from the completion, which is never later. */
function dueAt({ after }: ReportDuty, rule: DeadlineRule, zone: string, completion: Completion): Date {
  const { completed_at, notice_due_on } = completion
  const noticed = after === 'due_date' && notice_due_on !== null
  return deadlineOf(rule, noticed ? startOfDay(zone, notice_due_on) : completed_at)
}
