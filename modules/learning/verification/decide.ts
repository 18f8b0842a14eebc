import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { securityOf } from '#modules/learning/due-check/options.ts'
import { checkFailed } from '#modules/learning/facts.ts'
import { changeReason, changeStatus } from '#modules/learning/status/change-status.ts'
import { lockReason } from '#modules/learning/status/lock-reason.ts'
import { findStatusBefore } from '#modules/learning/status/status-change.sql.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { methodsIn, restartCheckInterval } from './begin-check.ts'
import {
  type Check,
  insertTry,
  listLastUsed,
  type Task,
  type TryResult,
  updateCheckResult,
  updateCheckTask,
  updateCheckTries,
} from './check.sql.ts'
import { nextTask, questionsInTurn, substituteMethod, usableQuestions } from './choose-tasks.ts'
import { lockCourse } from './lock-course.ts'
import type { CurrentCheck, TryVerdict, Verdict } from './methods/method.ts'
import { isIdentityProof, methodOf } from './methods/methods.ts'
import { findExceededLockout, type Lockout, restartLockoutCount } from './program-limits.ts'
import { openSetup } from './setup.sql.ts'

/** The result of one attempt at a check. `check` is the open check; null if it is decided. */
export type Decision = {
  verified: boolean
  locked: boolean
  result: TryResult | null
  check: Check | null
  /** Whether the program's limit of wrong answers is exceeded. */
  lockout?: Lockout
}

/** Records an attempt counted by `updateCheckTries`, and advances the check. The caller must hold the course's lock. */
export async function decide(
  ctx: Ctx,
  course: StudentCourse,
  check: Check,
  { result, forgiven = false, ...measurement }: TryVerdict,
): Promise<Decision> {
  await insertTry(ctx, check, result, measurement)
  const { method, question_id } = check.tasks[check.position]!
  const after = { method, question_id, result, tries: check.tries, ...measurement }
  await ctx.audit({ action: 'security.try', ...courseEvent(course), after })
  const lockout = isIdentityAnswer(result, { method, question_id }) ? await findLockout(ctx, course) : null
  if (lockout) return { ...(await lockByProgram(ctx, course, check, lockout)), result, lockout }
  if (result === 'right') return advanceCheck(ctx, course, check)
  if (forgiven) return { ...(await askAgain(ctx, course, { ...check, tries: check.tries - 1 })), result }
  if (result === 'doubtful') return { ...(await askQuestionInstead(ctx, course, check)), result }
  if (check.tries < check.tries_allowed) return { ...(await askAgain(ctx, course, check)), result }
  return { ...(await failCheck(ctx, course, check, result)), result }
}

const isIdentityAnswer = (result: TryResult, { method, question_id }: Task): boolean =>
  question_id !== null && isIdentityProof(method) && result !== 'doubtful'

const findLockout = async (ctx: Ctx, course: StudentCourse): Promise<Lockout | null> =>
  findExceededLockout(ctx, await selectCourseVersion(ctx, course.course_version_id), course)

/**
 * Locks the course when the program's limit of wrong answers is exceeded, regardless of the course's own settings. Only
 * staff can reopen it.
 */
async function lockByProgram(ctx: Ctx, course: StudentCourse, check: Check, lockout: Lockout): Promise<DecisionState> {
  await updateCheckResult(ctx, check, 'failed')
  const { student_course_id } = course
  const after = { reason: check.reason, methods: methodsIn(check), result: 'failed', by: 'program', ...lockout }
  await ctx.audit({ action: 'security.fail', ...courseEvent(course), after })
  await ctx.emit(checkFailed, { student_course_id, locks: true })
  await restartLockoutCount(ctx, student_course_id)
  if (check.reason === 'unlock') await changeReason(ctx, student_course_id, lockReason.selfHelp)
  else await lockCourse(ctx, course, lockReason.selfHelp)
  return { verified: false, locked: true, check: null }
}

/**
 * Counts a method's verdict as an attempt and advances the check, or switches to another method. The caller must hold
 * the course's lock.
 */
export async function settleVerdict(ctx: Ctx, { course, check }: CurrentCheck, verdict: Verdict): Promise<Decision> {
  if (check.overdue) return decide(ctx, course, await updateCheckTries(ctx, check), { result: 'late' })
  if ('replaced' in verdict) return replaceTask(ctx, course, check, verdict.replaced)
  return decide(ctx, course, await updateCheckTries(ctx, check), verdict)
}

async function advanceCheck(ctx: Ctx, course: StudentCourse, check: Check): Promise<Decision> {
  const { tasks } = check
  const position = check.position + 1
  if (position < tasks.length) {
    const next = await updateCheckTask(ctx, check, { tasks, position, tries: check.tries - 1 })
    return { verified: false, locked: false, result: 'right', check: next }
  }
  return passCheck(ctx, course, check)
}

async function passCheck(ctx: Ctx, course: StudentCourse, check: Check): Promise<Decision> {
  await updateCheckResult(ctx, check, 'passed')
  if (check.reason === 'unlock') await unlock(ctx, course)
  await restartCheckInterval(ctx, course)
  const after = { reason: check.reason, methods: methodsIn(check), result: 'passed' }
  await ctx.audit({
    action: check.reason === 'unlock' ? 'security.unlock' : 'security.pass',
    ...courseEvent(course),
    after,
  })
  return { verified: true, locked: false, result: 'right', check: null }
}

/**
 * Replaces a method that can no longer be used, or that the student has turned off, and records it without counting an
 * attempt. A check without alternatives is skipped, or passed by its earlier tasks. The caller must hold the course's
 * lock.
 */
export async function replaceTask(
  ctx: Ctx,
  course: StudentCourse,
  check: Check,
  why: 'chosen' | 'unusable',
): Promise<Decision> {
  await insertTry(ctx, check, 'replaced', { detail: why })
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const { reason, position, tries } = check
  const enrolled = { course, version, setup: await openSetup(ctx, course), reason }
  const next = await nextTask(ctx, enrolled, check)
  const tasks = next ? check.tasks.with(position, next) : check.tasks.toSpliced(position, 1)
  const after = {
    reason,
    methods: methodsIn({ tasks }),
    result: 'replaced',
    detail: check.tasks[position]!.method,
    why,
  }
  await ctx.audit({ action: 'security.check', ...courseEvent(course), after })
  const changedCheck = await updateCheckTask(ctx, check, { tasks, position, tries })
  if (position < tasks.length) return { verified: false, locked: false, result: null, check: changedCheck }
  if (tasks.length > 0) return passCheck(ctx, course, changedCheck)
  await updateCheckResult(ctx, changedCheck, 'skipped')
  await restartCheckInterval(ctx, course)
  return { verified: true, locked: false, result: null, check: null }
}

/** Returns the course to its previous status, and counts one unlock. */
async function unlock(ctx: Ctx, course: StudentCourse): Promise<void> {
  const { student_course_id } = course
  const before = await findStatusBefore(ctx, student_course_id, status.disabled)
  await changeStatus(ctx, student_course_id, before ?? status.inProgress, 'system')
  await ctx.sql`
    update learning.identity_setup set self_helps = self_helps + 1 where student_course_id = ${student_course_id}`
}

type DecisionState = Omit<Decision, 'result'>

/** Picks another question if there is one, so that the right choice can't be found by elimination. */
async function askAgain(ctx: Ctx, course: StudentCourse, check: Check): Promise<DecisionState> {
  const task = check.tasks[check.position]!
  const question_id = await pickAnotherQuestion(ctx, course, check, task)
  const tasks = check.tasks.with(check.position, { ...task, question_id })
  const next = await updateCheckTask(ctx, check, { tasks, position: check.position, tries: check.tries })
  return { verified: false, locked: false, check: next }
}

async function pickAnotherQuestion(ctx: Ctx, course: StudentCourse, check: Check, task: Task): Promise<number | null> {
  if (task.question_id === null) return null
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const questions = (await usableQuestions(ctx, { course, version })).get(task.method)
  if (!questions) return null
  const usedIds = new Set(check.tasks.map(({ question_id }) => question_id))
  const lastUsed = await listLastUsed(ctx, course.student_course_id)
  return (
    questionsInTurn(
      questions.filter((id) => !usedIds.has(id)),
      lastUsed,
    )[0] ?? task.question_id
  )
}

/**
 * Resolves a doubtful measurement with a question; a doubt alone never locks a course. There are at least two attempts,
 * because honest students get doubtful results too, and one mistake must not lock them out.
 */
async function askQuestionInstead(ctx: Ctx, course: StudentCourse, check: Check): Promise<DecisionState> {
  const task = check.tasks[check.position]!
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const questions = await usableQuestions(ctx, { course, version })
  const method = substituteMethod(questions)
  const [question_id] = questionsInTurn(questions.get(method)!, await listLastUsed(ctx, course.student_course_id))
  // Without a question, the doubt is only recorded for staff.
  if (question_id === undefined) return advanceCheck(ctx, course, check)
  const tasks = check.tasks.with(check.position, { method, question_id, after: task.method })
  const next = await updateCheckTask(ctx, check, {
    tasks,
    position: check.position,
    tries: check.tries - 1,
    min_tries: 2,
  })
  return { verified: false, locked: false, check: next }
}

/** Fails the check after its last attempt, and locks the course in the same transaction if its settings require it. */
async function failCheck(
  ctx: Ctx,
  course: StudentCourse,
  check: Check,
  result: 'wrong' | 'late',
): Promise<DecisionState> {
  await updateCheckResult(ctx, check, 'failed')
  const { student_course_id } = course
  const after = { reason: check.reason, methods: methodsIn(check), result: 'failed', by: result, tries: check.tries }
  await ctx.audit({ action: 'security.fail', ...courseEvent(course), after })
  const { onFailValidation } = securityOf(await selectCourseVersion(ctx, course.course_version_id)).globalSettings
  const locks = check.reason === 'unlock' || onFailValidation === 'lock_course'
  await ctx.emit(checkFailed, { student_course_id, locks })
  if (check.reason === 'unlock') {
    await giveUpUnlocking(ctx, student_course_id, check.tries)
    return { verified: false, locked: true, check: null }
  }
  if (!locks) return { verified: false, locked: false, check: null }
  await lockCourse(ctx, course, reasonOf(check, result))
  return { verified: false, locked: true, check: null }
}

function reasonOf({ tasks, position }: Check, result: 'wrong' | 'late') {
  const after = tasks[position]?.after
  const doubt = after ? methodOf(after).doubt : null
  return doubt ?? (result === 'late' ? lockReason.late : lockReason.wrong)
}

/** Treats too many wrong answers during an unlock like too many unlocks: the student must contact support. */
async function giveUpUnlocking(ctx: Ctx, student_course_id: number, tries: number): Promise<void> {
  await ctx.sql`
    update learning.identity_setup set unlock_tries = unlock_tries + ${tries} where student_course_id = ${student_course_id}`
  await changeReason(ctx, student_course_id, lockReason.selfHelp)
}
