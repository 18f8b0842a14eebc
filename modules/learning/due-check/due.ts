import {
  type CourseVersion,
  listQuestions,
  type SecurityOptions,
  selectCourseVersion,
} from '#modules/catalogue/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { isViewing } from '#platform/viewing.ts'
import { type CheckReason, isGuarded, methodsOf, securityOf } from './options.ts'

type Course = Pick<StudentCourse, 'student_course_id' | 'course_version_id' | 'user_id'>

/** The due check: the page that settles it (null if nothing is due), and the seat time until the next one. */
export type Verification = {
  place: 'security/setup' | 'security/verify' | null
  reason: CheckReason | null
  /** Milliseconds of seat time; null for a course that does not check by time. */
  left_ms: number | null
}

const nothing: Verification = { place: null, reason: null, left_ms: null }

/** After this much inactivity, a course counts as resumed. Sessions that are not remembered end then, too. */
export const maxPause = 30 * 60_000
/** A remembered session counts as one session for a day at most. */
export const maxSitting = 12 * 60 * 60_000

/**
 * The only place that decides which check is due before anything of a course may be shown, answered or credited. A
 * course without checks runs no statement. Only the student of a course is checked, not staff or the server.
 */
export async function verificationOf(ctx: Ctx, course: Course): Promise<Verification> {
  const version = await selectCourseVersion(ctx, course.course_version_id)
  if (!isGuarded(version) || !isAsked(ctx, course)) return nothing
  const state = await selectState(ctx, course, await namedComponents(ctx, version))
  if (!state.completed_at) return { ...nothing, place: 'security/setup' }
  if (methodsOf(version).length === 0) return nothing
  const options = securityOf(version)
  const reason = state.open_reason ?? dueReason(options, state, sessionOf(ctx))
  return { place: reason && 'security/verify', reason, left_ms: seatTimeLeft(options, state) }
}

const isAsked = ({ actor }: Ctx, { user_id }: Course): boolean =>
  actor.kind === 'user' && actor.user_id === user_id && !isViewing(actor)

export const sessionOf = ({ actor }: Ctx): number | null => (actor.kind === 'user' ? actor.session_id : null)

/** The inputs of the decision; instants are milliseconds by the database's clock. */
export type DueState = {
  completed_at: Date | null
  open_reason: CheckReason | null
  passed_ms: number
  passed_session_id: number | null
  passed_spent_ms: number
  spent_ms: number
  /** The last activity of the student in this course. */
  active_ms: number
  now_ms: number
  /** A component that triggers a check was completed since. */
  named_ind: boolean
}

/**
 * The rule: a check is due on resuming a course, then by seat time since the last check, or after components that
 * require one.
 */
export function dueReason(
  { globalSettings }: SecurityOptions,
  state: DueState,
  session_id: number | null,
): CheckReason | null {
  if (globalSettings.verifyStudentOnCourseResume && isResumed(state, session_id)) return 'resume'
  if (globalSettings.frequencySettings.type === 'selectedComponent') return state.named_ind ? 'component' : null
  const timeLeft = seatTimeLeft({ globalSettings }, state)
  return timeLeft !== null && timeLeft <= 0 ? 'interval' : null
}

function isResumed(state: DueState, session_id: number | null): boolean {
  const { passed_ms, active_ms, now_ms } = state
  if (state.passed_session_id !== session_id) return true
  return now_ms - Math.max(passed_ms, active_ms) > maxPause || now_ms - passed_ms > maxSitting
}

/** Seat time until the next check; null if time triggers none. */
export function seatTimeLeft(
  { globalSettings: { frequencySettings } }: Pick<SecurityOptions, 'globalSettings'>,
  { spent_ms, passed_spent_ms }: Pick<DueState, 'spent_ms' | 'passed_spent_ms'>,
): number | null {
  if (frequencySettings.type !== 'minutes' || frequencySettings.value <= 0) return null
  // A course whose progress was reset counts from zero.
  const since = spent_ms < passed_spent_ms ? spent_ms : spent_ms - passed_spent_ms
  return frequencySettings.value * 60_000 - since
}

/** The components that trigger a check: those named by the questions, otherwise the setting's own. */
async function namedComponents(ctx: Ctx, version: CourseVersion): Promise<readonly number[]> {
  const { frequencySettings } = securityOf(version).globalSettings
  if (frequencySettings.type !== 'selectedComponent') return []
  const questions = [
    ...(await listQuestions(ctx, version.course_version_id, { used_in: 'content' })),
    ...(await listQuestions(ctx, version.course_version_id, { used_in: 'security' })),
  ]
  const componentIds = questions.flatMap(({ configuration }) => configuration.selectedComponent ?? [])
  return componentIds.length > 0 ? [...new Set(componentIds)] : [frequencySettings.value]
}

async function selectState(ctx: Ctx, course: Course, namedIds: readonly number[]): Promise<DueState> {
  const { sql } = ctx
  const { student_course_id, user_id } = course
  const ms = (expression: Fragment) => sql`
    coalesce(floor(1000 * extract(epoch from ${expression})), 0)::float8`
  const [state] = await sql<DueState>`
    select s.completed_at, s.passed_session_id::float8 as passed_session_id, ${ms(sql`s.passed_at`)} as passed_ms,
           coalesce(s.passed_spent_ms, 0)::float8 as passed_spent_ms, ${ms(sql`platform.now()`)} as now_ms,
           (select c.reason from learning.identity_check c
            where c.student_course_id = one.id and c.decided_at is null and c.reason <> 'unlock') as open_reason,
           (select coalesce(sum(p.spent_ms), 0) from learning.v_student_progress p
            where p.student_course_id = one.id)::float8 as spent_ms,
           ${ms(sql`greatest(
             (select l.beat_at from learning.seat_lease l
              where l.user_id = ${user_id} and l.student_course_id = one.id),
             (select r.to_at from learning.seat_range r
              where r.student_course_id = one.id order by r.from_at desc limit 1),
             (select max(greatest(a.served_at, a.answered_at))
              from learning.quiz_attempt t join learning.quiz_answer a using (quiz_attempt_id)
              where t.student_course_id = one.id))`)} as active_ms,
           exists (select from learning.student_progress p
                   where p.student_course_id = one.id and p.component_id = any(${sql.array(namedIds)}::int[])
                     and p.completed_at > s.passed_at) as named_ind
    from (select ${student_course_id}::int as id) one
    left join learning.identity_setup s on s.student_course_id = one.id`
  return state!
}
