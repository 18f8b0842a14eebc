import { type CourseVersion, findProgramRules, type ProgramRules } from '#modules/catalogue/index.ts'
import { type Method, securityOf } from '#modules/learning/due-check/options.ts'
import { programZone } from '#modules/learning/reporting/agencies/zone.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dayIn } from '#platform/zone.ts'
import { isIdentityProof, methodOf, methods } from './methods/methods.ts'
import { secondsToAnswer } from './methods/questions.ts'

type SecuredVersion = Pick<CourseVersion, 'program_id' | 'course_security_options'>

/** The rules of a course's program today, in its state's time zone; null for a course without a program. */
const rulesToday = (
  ctx: Ctx,
  { program_id }: Pick<SecuredVersion, 'program_id'>,
): Promise<ProgramRules | null> | null =>
  program_id === null ? null : findProgramRules(ctx, program_id, dayIn(programZone(program_id), ctx.now))

/**
 * Seconds to answer a check: the shorter of the course's time limit for questions and the program's for identity checks
 * by typing or choosing. The program's rule may be newer than the course version. Null without a limit.
 */
export async function secondsFor(ctx: Ctx, version: CourseVersion, method: Method): Promise<number | null> {
  const { questions, timed } = methodOf(method)
  if (!questions && !timed) return null
  const rules = isIdentityProof(method) ? await rulesToday(ctx, version) : null
  const limits = [
    questions ? secondsToAnswer(securityOf(version)) : null,
    rules?.valueOf('identity.answer_window_seconds') ?? null,
  ].filter((seconds) => seconds !== null)
  return limits.length > 0 ? Math.min(...limits) : null
}

/** The counts of answers whose share of wrong ones exceeds the program's limit. */
export type Lockout = { asked: number; wrong: number; source: string }

/**
 * The counts of answers to a course's identity checks if the share of wrong and late ones exceeds its program's limit;
 * otherwise null. Counts from the last time this limit locked the course. The caller must hold the course's lock.
 */
export async function findExceededLockout(
  ctx: Ctx,
  version: CourseVersion,
  { student_course_id }: Pick<StudentCourse, 'student_course_id'>,
): Promise<Lockout | null> {
  const rules = await rulesToday(ctx, version)
  const limit = rules?.valueOf('identity.lockout')
  if (!rules || !limit) return null
  const [{ asked, wrong } = { asked: 0, wrong: 0 }] = await ctx.sql<{
    asked: number
    wrong: number
  }>`
    select count(*)::int as asked, count(*) filter (where t.result <> 'right')::int as wrong
    from learning.identity_try t
    join learning.identity_setup s using (student_course_id)
    where t.student_course_id = ${student_course_id} and t.question_id is not null
      and t.method = any(${ctx.sql.array(methods.filter(isIdentityProof))}::text[])
      and t.result in ('right', 'wrong', 'late') and t.at > coalesce(s.locked_out_at, '-infinity')`
  if (asked < limit.after_asked || wrong * 100 <= asked * limit.wrong_percent_over) return null
  return { asked, wrong, source: rules.citationOf('identity.lockout') }
}

/** Restarts the count, because staff review the earlier answers before they reopen the course. */
export const restartLockoutCount = ({ sql }: Pick<Ctx, 'sql'>, student_course_id: number) => sql`
  update learning.identity_setup set locked_out_at = platform.now() where student_course_id = ${student_course_id}`
