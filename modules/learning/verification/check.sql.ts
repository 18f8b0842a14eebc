import { sessionOf } from '#modules/learning/due-check/due.ts'
import type { CheckReason, Method } from '#modules/learning/due-check/options.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** A task of a check. `after`: the method whose doubtful result this question resolves. */
export type Task = { method: Method; question_id: number | null; after?: Method }

/** One interruption of a course by a check; the current task is `tasks[position]`. */
export type Check = {
  identity_check_id: number
  student_course_id: number
  organization_id: number
  reason: CheckReason
  tasks: readonly Task[]
  position: number
  tries: number
  tries_allowed: number
  served_at: Date | null
  expires_at: Date | null
  /** The last submitted answer, hashed with its question. */
  answer_hash: Buffer | null
  /** Whether the time to answer is over. */
  overdue: boolean
  /** Seconds left to answer; null without a limit. */
  seconds_left: number | null
}

export type CheckResult = 'passed' | 'failed' | 'skipped' | 'dropped'

const columns = (sql: Ctx['sql']) => sql`
  identity_check_id, student_course_id, organization_id, reason, tasks, position, tries, tries_allowed, served_at,
  expires_at, answer_hash, coalesce(expires_at < platform.now(), false) as overdue,
  greatest(0, extract(epoch from expires_at - platform.now()))::float8 as seconds_left`

/** The open check of a course. A caller that changes it must hold the course's lock. */
export async function findOpenCheck({ sql }: Pick<Ctx, 'sql'>, student_course_id: number): Promise<Check | null> {
  const [check] = await sql<Check>`
    select ${columns(sql)} from learning.identity_check
    where student_course_id = ${student_course_id} and decided_at is null`
  return check ?? null
}

type NewCheck = Pick<Check, 'reason' | 'tasks' | 'tries_allowed'>

export async function insertCheck(ctx: Ctx, course: StudentCourse, check: NewCheck): Promise<Check> {
  const { student_course_id, organization_id } = course
  const { sql } = ctx
  const row = {
    student_course_id,
    organization_id,
    reason: check.reason,
    tasks: sql.json(check.tasks),
    tries_allowed: check.tries_allowed,
    session_id: sessionOf(ctx),
    ...originOf(ctx),
  }
  const [insertedCheck] = await sql<Check>`insert into learning.identity_check ${sql(row)} returning ${columns(sql)}`
  return insertedCheck!
}

/** The origin of a request, for the audit. */
const originOf = ({ request: { address, agent } }: Ctx) => ({
  address: address || null,
  user_agent: agent.slice(0, 300) || null,
})

/** Starts the timer of the current task, once. */
export async function updateCheckServed(ctx: Ctx, check: Check, seconds: number | null): Promise<Check> {
  const { sql } = ctx
  const [updatedCheck] = await sql<Check>`
    update learning.identity_check
    set served_at = clock.now, expires_at = clock.now + ${seconds}::float8 * interval '1 second'
    from (select platform.now() as now offset 0) clock
    where identity_check_id = ${check.identity_check_id} returning ${columns(sql)}`
  return updatedCheck!
}

/** Counts an attempt before it is evaluated, and returns the check. `answer_hash`: the answer with its question. */
export async function updateCheckTries(ctx: Ctx, check: Check, answer_hash: Buffer | null = null): Promise<Check> {
  const { sql } = ctx
  const [updatedCheck] = await sql<Check>`
    update learning.identity_check set tries = tries + 1, answer_hash = ${answer_hash}
    where identity_check_id = ${check.identity_check_id} returning ${columns(sql)}`
  return updatedCheck!
}

/**
 * Sets the next task; its timer starts when it is shown. A right answer does not use up an attempt. `min_tries`: the
 * task gets at least this many attempts, regardless of earlier ones.
 */
export async function updateCheckTask(
  ctx: Ctx,
  check: Check,
  next: { tasks: readonly Task[]; position: number; tries: number; min_tries?: number },
): Promise<Check> {
  const { sql } = ctx
  const minimum = next.tries + (next.min_tries ?? 0)
  const [updatedCheck] = await sql<Check>`
    update learning.identity_check
    set tasks = ${sql.json(next.tasks)}, position = ${next.position}, tries = ${next.tries},
        tries_allowed = greatest(tries_allowed, ${minimum}::int), served_at = null, expires_at = null
    where identity_check_id = ${check.identity_check_id} returning ${columns(sql)}`
  return updatedCheck!
}

/** Closes a check with its result and forgets the last submitted answer. */
export async function updateCheckResult(ctx: Ctx, check: Check, result: CheckResult): Promise<void> {
  await ctx.sql`
    update learning.identity_check set decided_at = platform.now(), result = ${result}, answer_hash = null
    where identity_check_id = ${check.identity_check_id}`
}

/** The result of an attempt. `doubtful`: a measurement that is not decisive by itself. */
export type TryResult = 'right' | 'wrong' | 'late' | 'doubtful'
/** `replaced`: another method was used instead. */
type RecordedResult = TryResult | 'replaced'
export type Measurement = { score?: number; threshold?: number; detail?: string }

/** Records an attempt permanently, with everything that its decision is based on. */
export async function insertTry(
  ctx: Ctx,
  check: Check,
  result: RecordedResult,
  measurement: Measurement = {},
): Promise<void> {
  const { identity_check_id, student_course_id, organization_id, served_at, expires_at } = check
  const { method, question_id } = check.tasks[check.position]!
  const row = { identity_check_id, student_course_id, organization_id, method, question_id, served_at, expires_at }
  await ctx.sql`
    insert into learning.identity_try ${ctx.sql({ ...row, result, ...measurement, ...originOf(ctx) })}`
}

/** The result of the last attempt of a check. */
export async function findLastResult({ sql }: Pick<Ctx, 'sql'>, check: Check): Promise<TryResult | null> {
  const [row] = await sql<{ result: TryResult }>`
    select result from learning.identity_try
    where student_course_id = ${check.student_course_id} and identity_check_id = ${check.identity_check_id}
      and result <> 'replaced'
    order by identity_try_id desc limit 1`
  return row?.result ?? null
}

/** The methods replaced in a check: they are not used in it again. */
export async function listReplacedMethods({ sql }: Pick<Ctx, 'sql'>, check: Check): Promise<Method[]> {
  const rows = await sql<{ method: Method }>`
    select distinct method from learning.identity_try
    where student_course_id = ${check.student_course_id} and identity_check_id = ${check.identity_check_id}
      and result = 'replaced'`
  return rows.map(({ method }) => method)
}

export type LastUsed = { method: Method; question_id: number | null; at: Date }

/** The last use of each method and question in a course. */
export const listLastUsed = ({ sql }: Pick<Ctx, 'sql'>, student_course_id: number): Promise<LastUsed[]> =>
  sql<LastUsed>`
    select method, question_id, max(at) as at from learning.identity_try
    where student_course_id = ${student_course_id} group by method, question_id`
