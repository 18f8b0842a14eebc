import { type SecurityOptions, selectCourseVersion } from '#modules/catalogue/index.ts'
import { type Method, methods, securityOf } from '#modules/learning/due-check/options.ts'
import { pathOf } from '#modules/learning/progress/course-route.ts'
import { readCourse } from '#modules/learning/progress/read-course.ts'
import { standingOf } from '#modules/learning/progress/standing.ts'
import { questionOf } from '#modules/learning/questions/questions.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import { type Check, updateCheckServed, updateCheckTries } from './check.sql.ts'
import { isQuestion, isUsable } from './choose-tasks.ts'
import { type Decision, decide, replaceTask } from './decide.ts'
import { canGoOnByPhone } from './methods/phone/reach-student.ts'
import { PhoneShown, showPhone } from './methods/phone/show-phone.ts'
import { openSetup } from './setup.sql.ts'

const Option = z.object({ id: z.number(), text: z.string() })
/** What a check asks now; nothing in it says which answer is right. */
export const TaskShown = z.object({
  method: z.enum(methods),
  question: z.object({ question_id: z.number(), title: z.string(), options: z.array(Option) }).nullable(),
  /** The text of a typing check. */
  sentence: z.string().nullable(),
  /** Where the code of a phone check goes, and what became of it. */
  phone: PhoneShown.nullable(),
  /** Seconds left by the server's clock when this was answered, and how many there are in all; null without a limit. */
  seconds_left: z.number().nullable(),
  seconds: z.number().nullable(),
  /** Whether the page counts them down. */
  countdown: z.boolean(),
  /** Which task of how many this is, from 1. */
  task: z.number(),
  tasks: z.number(),
})
export type TaskShown = z.output<typeof TaskShown>

/** The state of a check: `task` is null before it is shown, and once there is nothing left to ask. */
export const CheckShown = z.object({
  verified: z.boolean(),
  reason: z.string().nullable(),
  attemptsRemaining: z.number().nullable(),
  /** The wrong answer that comes next is the last one. */
  last_attempt: z.boolean(),
  task: TaskShown.nullable(),
})
export type CheckShown = z.output<typeof CheckShown>

export const attemptsOf = ({ tries, tries_allowed }: Pick<Check, 'tries' | 'tries_allowed'>) => ({
  attemptsRemaining: tries_allowed - tries,
  last_attempt: tries_allowed - tries <= 1,
})

/**
 * Shows what is asked now; the first showing starts its time. What was shown before and not answered in time has failed:
 * then this decides it. The caller holds the course's lock.
 */
export async function serveTask(
  ctx: Ctx,
  course: StudentCourse,
  check: Check,
): Promise<{ check: Check; shown: CheckShown } | { decision: Decision }> {
  if (check.overdue) {
    const decision = await decide(ctx, course, await updateCheckTries(ctx, check), 'late')
    if (!decision.check) return { decision }
    return serveTask(ctx, course, decision.check)
  }
  if (!(await canBeAsked(ctx, course, check))) {
    const replaced = await replaceTask(ctx, course, check, 'unusable')
    return replaced.check ? serveTask(ctx, course, replaced.check) : { decision: replaced }
  }
  const options = securityOf(await selectCourseVersion(ctx, course.course_version_id))
  const seconds = secondsFor(options, check.tasks[check.position]!.method)
  const served = check.served_at ? check : await updateCheckServed(ctx, check, seconds)
  const task = await showTask(ctx, course, options, served)
  return { check: served, shown: { verified: false, reason: served.reason, ...attemptsOf(served), task } }
}

/** A method may have become impossible since the check chose it: the hours of the phone are over, or staff turned it off. */
async function canBeAsked(ctx: Ctx, course: StudentCourse, check: Check): Promise<boolean> {
  const { method } = check.tasks[check.position]!
  if (isQuestion(method)) return true
  const setup = await openSetup(ctx, course)
  if (method === 'phone') return canGoOnByPhone(ctx, course, setup, check)
  return isUsable(ctx, method, { course, setup, version: await selectCourseVersion(ctx, course.course_version_id) })
}

/** Seconds to answer a question; null without a limit. */
export function secondsFor({ methods: all }: SecurityOptions, method: Method): number | null {
  if (method !== 'security_questions' && method !== 'content_questions') return null
  const { secondsToAnswerCorrectly } = all.security_questions
  return secondsToAnswerCorrectly > 0 ? secondsToAnswerCorrectly : null
}

async function showTask(
  ctx: Ctx,
  course: StudentCourse,
  options: SecurityOptions,
  { identity_check_id, tasks, position, seconds_left }: Check,
): Promise<TaskShown> {
  const { method, question_id } = tasks[position]!
  const place = { task: position + 1, tasks: tasks.length }
  const time = { seconds_left, seconds: secondsFor(options, method) }
  const countdown = options.methods.security_questions.enableTimerCountdown
  const question = question_id === null ? null : await showQuestion(ctx, course, question_id)
  const phone =
    method === 'phone'
      ? await showPhone(ctx, await openSetup(ctx, course), identity_check_id, options.methods.phone.content)
      : null
  const sentence = method === 'keystroke' ? options.methods.keystroke.content.trim() : null
  return { method, question, sentence, phone, ...time, countdown, ...place }
}

async function showQuestion(ctx: Ctx, { course_version_id }: StudentCourse, question_id: number) {
  const { configuration } = await questionOf(ctx, course_version_id, question_id)
  return {
    question_id,
    title: configuration.title,
    options: configuration.options.map(({ id, text }) => ({ id, text })),
  }
}

/** Where a course continues now. */
export async function courseGoesOn(ctx: Ctx, student_course_id: number): Promise<string> {
  const { course, steps } = await readCourse(ctx, student_course_id)
  return pathOf(await standingOf(ctx, course, steps))
}
