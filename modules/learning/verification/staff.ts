import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { isGuarded, maxSelfUnlocks } from '#modules/learning/due-check/options.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { endLeaseOfCourse } from '#modules/learning/leases/acquire-lease.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { notifyStudent } from '#modules/learning/status/notify-student.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { lockStudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { isLocked, listAppeals } from './appeal.ts'
import { findOpenCheck, updateCheckResult } from './check.sql.ts'
import { methodOf, methods } from './methods/methods.ts'
import { evidenceShape, readEvidence } from './methods/responses.ts'
import { findSetup } from './setup.sql.ts'
import { verificationTexts } from './verification.texts.ts'
import { resetWaivers } from './waivers.sql.ts'

const instant = z.string().nullable()
const Try = z.object({
  method: z.string(),
  result: z.string(),
  at: z.string(),
  served_at: instant,
  expires_at: instant,
  score: z.number().nullable(),
  threshold: z.number().nullable(),
  detail: z.string().nullable(),
  address: z.string().nullable(),
})
const Check = z.object({
  identity_check_id: z.number(),
  reason: z.string(),
  started_at: z.string(),
  decided_at: instant,
  result: z.string().nullable(),
  tries: z.number(),
  tries_allowed: z.number(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  events: z.array(Try),
  /** The codes sent to a phone for it. */
  codes: z.array(z.object({ channel: z.string(), state: z.string(), at: z.string(), detail: z.string().nullable() })),
})
const Appeal = z.object({
  identity_appeal_id: z.number(),
  words: z.string(),
  made_at: z.string(),
  answered_at: instant,
  accepted: z.boolean().nullable(),
  reply: z.string().nullable(),
})

/** The number of checks listed; older ones are in the footprint. */
const maxChecks = 100

export const courseChecks = operation({
  call: 'GET /security/courseChecks',
  summary: 'The identity checks of a student course: its setup, the latest checks with every try, and the appeals',
  added: true,
  may: staffOfCourse('MANAGE_STUDENTS:READ', 'student_course_id'),
  takes: z.object({ student_course_id: id() }),
  gives: z.object({
    student_course_id: z.number(),
    user_id: z.number(),
    course_name: z.string(),
    /** Whether the course requires a setup or checks. */
    guarded: z.boolean(),
    locked: z.boolean(),
    lk_student_course_status_reason_id: z.number().nullable(),
    agreed_at: instant,
    completed_at: instant,
    ...evidenceShape,
    self_helps: z.number(),
    self_helps_allowed: z.number(),
    checks: z.array(Check),
    appeals: z.array(Appeal),
  }),
  async run(ctx, { student_course_id }) {
    const course = await selectStudentCourse(ctx, student_course_id)
    const version = await selectCourseVersion(ctx, course.course_version_id)
    const setup = await findSetup(ctx, student_course_id)
    const appeals = await listAppeals(ctx, student_course_id)
    return {
      student_course_id,
      user_id: course.user_id,
      course_name: course.course_name,
      guarded: isGuarded(version) || setup !== null,
      locked: isLocked(course),
      lk_student_course_status_reason_id: course.lk_student_course_status_reason_id,
      agreed_at: iso(setup?.agreed_at),
      completed_at: iso(setup?.completed_at),
      ...(await readEvidence(ctx, { student_course_id, version, setup })),
      self_helps: setup?.self_helps ?? 0,
      self_helps_allowed: maxSelfUnlocks(version),
      checks: await listChecks(ctx, student_course_id),
      appeals: appeals.map(({ student_course_id: _, made_at, answered_at, ...appeal }) => ({
        ...appeal,
        made_at: made_at.toISOString(),
        answered_at: iso(answered_at),
      })),
    }
  },
})

const iso = (instant: Date | null | undefined) => instant?.toISOString() ?? null

type CheckRow = Omit<z.output<typeof Check>, 'events' | 'codes' | 'started_at' | 'decided_at'> & {
  started_at: Date
  decided_at: Date | null
}
type CodeRow = { identity_check_id: number; channel: string; state: string; made_at: Date; detail: string | null }
type TryRow = Omit<z.output<typeof Try>, 'at' | 'served_at' | 'expires_at'> & {
  identity_check_id: number
  at: Date
  served_at: Date | null
  expires_at: Date | null
}

async function listChecks({ sql }: Ctx, student_course_id: number): Promise<z.output<typeof Check>[]> {
  const checks = await sql<CheckRow>`
    select identity_check_id, reason, started_at, decided_at, result, tries, tries_allowed, address, user_agent
    from learning.identity_check where student_course_id = ${student_course_id}
    order by identity_check_id desc limit ${maxChecks}`
  const ids = checks.map(({ identity_check_id }) => identity_check_id)
  const tries = await sql<TryRow>`
    select identity_check_id, method, result, at, served_at, expires_at, score, threshold, detail, address
    from learning.identity_try
    where student_course_id = ${student_course_id} and identity_check_id = any(${sql.array(ids)}::int[])
    order by identity_try_id limit 1000`
  const codes = await sql<CodeRow>`
    select identity_check_id, channel, state, made_at, detail from learning.phone_code
    where student_course_id = ${student_course_id} and identity_check_id = any(${sql.array(ids)}::int[])
    order by phone_code_id limit 1000`
  const codesByCheck = Map.groupBy(codes, ({ identity_check_id }) => identity_check_id)
  const byCheck = Map.groupBy(tries, ({ identity_check_id }) => identity_check_id)
  return checks.map((check) => ({
    ...check,
    started_at: check.started_at.toISOString(),
    decided_at: iso(check.decided_at),
    events: (byCheck.get(check.identity_check_id) ?? []).map(({ identity_check_id: _, ...attempt }) => ({
      ...attempt,
      at: attempt.at.toISOString(),
      served_at: iso(attempt.served_at),
      expires_at: iso(attempt.expires_at),
    })),
    codes: (codesByCheck.get(check.identity_check_id) ?? []).map(({ channel, state, made_at, detail }) => ({
      channel,
      state,
      at: made_at.toISOString(),
      detail,
    })),
  }))
}

export const resetSetup = operation({
  call: 'POST /security/resetSetup',
  summary: 'Resets the identity setup of a student course, so that the student sets it up again; emails the student',
  added: true,
  may: staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  takes: z.object({
    student_course_id: id(),
    notes: requiredText(['Enter reason', 'Escriba el motivo'], 2000),
  }),
  gives: z.object({ student_course_id: z.number() }),
  fails: [learningErrors.ownWork],
  async run(ctx, { student_course_id, notes }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    await requireNotOwnCourse(ctx, course.user_id)
    const setup = await findSetup(ctx, student_course_id)
    if (!setup) throw errors.notFound()
    const currentCheck = await findOpenCheck(ctx, student_course_id)
    if (currentCheck) await updateCheckResult(ctx, currentCheck, 'dropped')
    await endLeaseOfCourse(ctx, course, 'check')
    for (const method of methods) await methodOf(method).reset(ctx, student_course_id)
    await resetWaivers(ctx, course)
    await ctx.sql`
      update learning.identity_setup
      set completed_at = null, agreed_at = null, agreed_text_hash = null, agreed_address = null, unlock_tries = 0
      where student_course_id = ${student_course_id}`
    const before = { completed_at: iso(setup.completed_at), agreed_at: iso(setup.agreed_at) }
    await ctx.audit({ action: 'security.reset', ...courseEvent(course), before, after: { reason: notes } })
    await notifyStudent(ctx, { student_course_id, result: 'setup-reset' })
    return { student_course_id, message: localText(ctx.locale, verificationTexts, 'wasReset') }
  },
})
