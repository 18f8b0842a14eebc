import { learningErrors } from '#modules/learning/errors.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { activeStatuses, status } from '#modules/learning/student-course/course-status.shared.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import {
  findStudentName,
  lockStudentCourse,
  type StudentCourse,
  selectStudentCourse,
} from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { holds } from '#platform/permissions.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { exclusionText, listCurrentStatements } from './affirm-eligibility.ts'
import { affirmationTexts as t } from './affirmation.texts.ts'
import { registrationErrors } from './errors.ts'
import {
  type Exclusion,
  findAffirmation,
  insertEligibilityEvent,
  listAffirmationEvents,
  updateExclusion,
} from './exclusion.sql.ts'

const Statement = z.object({ text: z.string(), citation: z.string() })
const Event = z.object({
  at: z.iso.datetime(),
  what: z.enum(['affirmed', 'excluded', 'corrected']),
  violation: z.string().nullable(),
  citations: z.array(z.string()),
  reason: z.string().nullable(),
  by: z.string().nullable(),
})

export const courseAffirmation = operation({
  call: 'GET /registration/affirmation',
  summary: "A student's statement about the exclusions of the course's program, with its corrections",
  added: true,
  may: staffOfCourse('MANAGE_STUDENTS:READ', 'student_course_id'),
  takes: z.object({ student_course_id: id() }),
  gives: z.object({
    student_course_id: z.number(),
    user_id: z.number(),
    student_name: z.string(),
    course_name: z.string(),
    lk_student_course_status_id: z.int(),
    affirmed_at: z.iso.datetime().nullable(),
    affirmed: z.array(Statement),
    excluded_at: z.iso.datetime().nullable(),
    excluded: z.object({ violation: z.string(), citation: z.string() }).nullable(),
    /** The program's current exclusions, from which a correction may choose. */
    choices: z.array(z.object({ violation: z.string(), citation: z.string() })),
    events: z.array(Event),
    updates: z.boolean(),
  }),
  async run(ctx, { student_course_id }) {
    const course = await selectStudentCourse(ctx, student_course_id)
    const { affirmed, affirmed_at, excluded, excluded_at } = await findAffirmation(ctx, course)
    const events = await listAffirmationEvents(ctx, course, true)
    return {
      student_course_id,
      user_id: course.user_id,
      student_name: await findStudentName(ctx, course.user_id),
      course_name: course.course_name,
      lk_student_course_status_id: course.lk_student_course_status_id,
      affirmed_at: affirmed_at?.toISOString() ?? null,
      affirmed: [...(affirmed ?? [])],
      excluded_at: excluded_at?.toISOString() ?? null,
      excluded,
      choices: await listChoices(ctx, course),
      events: events.map((event) => ({ ...event, at: event.at.toISOString(), citations: [...event.citations] })),
      updates: holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE'),
    }
  },
})

export const correctAffirmation = operation({
  call: 'POST /registration/correctAffirmation',
  summary:
    "Corrects a student's statement about the exclusions of the course's program, with the reason why; an exclusion disables a course that is under way",
  added: true,
  may: staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  takes: z.object({
    student_course_id: id(),
    /** The exclusion that applies, or 'none'. */
    violation: z.string().min(1).max(300),
    reason: requiredText(['Enter reason', 'Escriba el motivo'], 2_000),
  }),
  gives: z.object({ student_course_id: z.number(), excluded: z.boolean(), disabled: z.boolean() }),
  fails: [learningErrors.ownWork, registrationErrors.nothingAffirmed],
  async run(ctx, { student_course_id, violation, reason }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    await requireNotOwnCourse(ctx, course.user_id)
    const { affirmed_at, excluded } = await findAffirmation(ctx, course)
    if (affirmed_at === null && excluded === null) throw registrationErrors.nothingAffirmed()
    const exclusion = violation === 'none' ? null : await selectChoice(ctx, course, violation)
    await updateExclusion(ctx, course, exclusion)
    const actor_user_id = ctx.actor.kind === 'user' ? ctx.actor.user_id : null
    await insertEligibilityEvent(ctx, course, { kind: 'corrected', exclusion, reason, actor_user_id })
    const disabled = exclusion !== null && activeStatuses.includes(course.lk_student_course_status_id)
    if (disabled) await stopCourse(ctx, course, exclusion)
    await ctx.audit({
      action: 'registration.correct',
      ...courseEvent(course),
      before: { violation: excluded?.violation ?? null },
      after: { violation: null, ...exclusion, reason },
    })
    return { student_course_id, excluded: exclusion !== null, disabled }
  },
})

/** Disables a course that its student may not take. Staff may enable it again. */
async function stopCourse(ctx: Ctx, course: StudentCourse, exclusion: Exclusion): Promise<void> {
  const reason = { lk_student_course_status_reason_id: 4, note: exclusionText(ctx, exclusion) }
  await changeStatus(ctx, course.student_course_id, status.disabled, 'staff', reason)
}

/** Every listed kind of violation, and every other rule by its label, in English like the sources. */
async function listChoices(ctx: Ctx, course: StudentCourse): Promise<Exclusion[]> {
  const statements = await listCurrentStatements(ctx.as({ locale: 'en-us' }), course)
  return statements.flatMap(({ label, kinds, citation }) =>
    (kinds ?? [label]).map((violation) => ({ violation, citation })),
  )
}

/** Throws 400 for a kind that the program does not exclude. */
async function selectChoice(ctx: Ctx, course: StudentCourse, violation: string): Promise<Exclusion> {
  const choices = await listChoices(ctx, course)
  const choice = choices.find((listedExclusion) => listedExclusion.violation === violation)
  if (choice) return choice
  throw errors.invalid({}, {}, [{ path: 'violation', message: localize(ctx.locale, t.choose) }])
}
