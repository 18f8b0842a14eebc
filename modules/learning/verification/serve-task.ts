import { type SecurityOptions, selectCourseVersion } from '#modules/catalogue/index.ts'
import { securityOf } from '#modules/learning/due-check/options.ts'
import { extendLimit } from '#modules/learning/extra-time/extra-time.sql.ts'
import { pathOf } from '#modules/learning/progress/course-route.ts'
import { findCoursePosition } from '#modules/learning/progress/find-course-position.ts'
import { readCourse } from '#modules/learning/progress/read-course.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import { type Check, updateCheckServed, updateCheckTries } from './check.sql.ts'
import { type Decision, decide, replaceTask } from './decide.ts'
import { methodOf, methods } from './methods/methods.ts'
import { contentShape, noContent } from './methods/responses.ts'
import { secondsFor } from './program-limits.ts'
import { openSetup } from './setup.sql.ts'

/** The current task of a check, without the right answer. */
export const TaskShown = z.object({
  method: z.enum(methods),
  ...contentShape,
  /** Seconds left by the server's clock at the time of the response, and in total; null without a limit. */
  seconds_left: z.number().nullable(),
  seconds: z.number().nullable(),
  /** Whether the page counts them down. */
  countdown: z.boolean(),
  /** The number of this task, from 1, and the number of all tasks. */
  task: z.number(),
  tasks: z.number(),
})
export type TaskShown = z.output<typeof TaskShown>

/** The state of a check: `task` is null before it is shown, and when nothing is left to ask. */
export const CheckShown = z.object({
  verified: z.boolean(),
  reason: z.string().nullable(),
  attemptsRemaining: z.number().nullable(),
  /** Whether the next wrong answer is the last one allowed. */
  last_attempt: z.boolean(),
  task: TaskShown.nullable(),
})
export type CheckShown = z.output<typeof CheckShown>

/** The remaining attempts of a check, in contract names. */
export const attemptsOf = ({ tries, tries_allowed }: Pick<Check, 'tries' | 'tries_allowed'>) => ({
  attemptsRemaining: tries_allowed - tries,
  last_attempt: tries_allowed - tries <= 1,
})

/**
 * Shows the current task; the first display starts its timer. A task that was shown earlier and not answered in time
 * has failed, and is decided here. The caller must hold the course's lock.
 */
export async function serveTask(
  ctx: Ctx,
  course: StudentCourse,
  check: Check,
): Promise<{ check: Check; shown: CheckShown } | { decision: Decision }> {
  if (check.overdue) {
    const decision = await decideLate(ctx, course, check)
    if (!decision.check) return { decision }
    return serveTask(ctx, course, decision.check)
  }
  if (!(await canContinueTask(ctx, course, check))) {
    const replacement = await replaceTask(ctx, course, check, 'unusable')
    return replacement.check ? serveTask(ctx, course, replacement.check) : { decision: replacement }
  }
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const options = securityOf(version)
  const seconds = await secondsFor(ctx, version, check.tasks[check.position]!.method)
  const limit = await extendLimit(ctx, course.user_id, seconds)
  const served = check.served_at ? check : await updateCheckServed(ctx, check, limit)
  const task = await showTask(ctx, course, options, served)
  return { check: served, shown: { verified: false, reason: served.reason, ...attemptsOf(served), task } }
}

/** Decides a task that was shown and not answered in time. The caller must hold the course's lock. */
export const decideLate = async (ctx: Ctx, course: StudentCourse, check: Check): Promise<Decision> =>
  decide(ctx, course, await updateCheckTries(ctx, check), { result: 'late' })

/** Whether the current method is still usable; phone hours may be over, or staff may have turned the method off. */
async function canContinueTask(ctx: Ctx, course: StudentCourse, check: Check): Promise<boolean> {
  const entry = methodOf(check.tasks[check.position]!.method)
  if (entry.questions) return true
  const version = await selectCourseVersion(ctx, course.course_version_id)
  return entry.canContinue(ctx, { course, setup: await openSetup(ctx, course), version }, check)
}

async function showTask(ctx: Ctx, course: StudentCourse, options: SecurityOptions, check: Check): Promise<TaskShown> {
  const { tasks, position, seconds_left } = check
  const { method } = tasks[position]!
  const content = await methodOf(method).content.read(ctx, { course, check, options })
  const progress = { task: position + 1, tasks: tasks.length }
  const seconds = check.served_at && check.expires_at ? check.expires_at.getTime() - check.served_at.getTime() : null
  const time = { seconds_left, seconds: seconds === null ? null : Math.round(seconds / 1_000) }
  const countdown = options.methods.security_questions.enableTimerCountdown
  return { method, ...noContent, ...content, ...time, countdown, ...progress }
}

/** The address where a course continues. */
export async function currentCoursePath(ctx: Ctx, student_course_id: number): Promise<string> {
  const { course, steps } = await readCourse(ctx, student_course_id)
  return pathOf(await findCoursePosition(ctx, course, steps))
}
