import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { methodsOf, type Waivable, waivable } from '#modules/learning/due-check/options.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse, staffOfCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, requiredText, z } from '#platform/schema.ts'
import { say } from '#platform/texts.ts'
import { verificationErrors } from './errors.ts'
import { finishSetup, requireSetupOpen, SetupSaved } from './finish-setup.ts'
import { biometricsTexts } from './methods/biometrics/biometrics.texts.ts'
import { keystrokeTexts } from './methods/keystroke/keystroke.texts.ts'
import { openSetup } from './setup.sql.ts'

const columns = { phone: 'phone_waived_at', keystroke: 'typing_waived_at', biometrics: 'device_waived_at' } as const
const actions = {
  phone: 'security.waive-phone',
  keystroke: 'security.waive-typing',
  biometrics: 'security.waive-device',
} as const

export const waiveMethod = operation({
  call: 'POST /security/waiveMethod',
  summary: 'Turns phone, typing or device checks off for the course of one student, or on again, with the reason why',
  added: true,
  may: staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  takes: z.object({
    student_course_id: id(),
    method: z.enum(waivable),
    waived: flag(),
    notes: requiredText(['Enter reason', 'Escriba el motivo'], 2000),
  }),
  gives: z.object({ student_course_id: z.number(), waived: z.boolean() }),
  fails: [learningErrors.ownWork],
  async run(ctx, { student_course_id, method, waived, notes }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    await requireNotOwnCourse(ctx, course.user_id)
    const version = await selectCourseVersion(ctx, course.course_version_id)
    if (!methodsOf(version).includes(method)) throw errors.notFound()
    const { [columns[method]]: waived_at, waived_by_staff } = await openSetup(ctx, course)
    const { [method]: _before, ...others } = waived_by_staff
    const user_id = ctx.actor.kind === 'user' ? ctx.actor.user_id : null
    const by = waived ? { ...others, [method]: { user_id, reason: notes } } : others
    await setWaived(ctx, course, method, waived)
    await ctx.sql`
      update learning.identity_setup set waived_by_staff = ${ctx.sql.json(by)}
      where student_course_id = ${student_course_id}`
    await ctx.audit({
      action: actions[method],
      ...courseEvent(course),
      before: { waived: waived_at !== null },
      after: { waived, reason: notes },
    })
    return { student_course_id, waived }
  },
})

export const skipMethod = operation({
  call: 'POST /security/skipMethod',
  summary: 'Lets a student without a keyboard or a suitable device be checked in the other ways of the course',
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id(), method: z.enum(['keystroke', 'biometrics']) }),
  gives: SetupSaved,
  fails: [verificationErrors.setupClosed, learningErrors.cannotEnter],
  async run(ctx, { student_course_id, method }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    const version = await selectCourseVersion(ctx, course.course_version_id)
    await requireSetupOpen(ctx, course, version)
    const setup = await openSetup(ctx, course)
    if (!methodsOf(version).includes(method)) throw errors.notFound()
    const before = { waived: setup[columns[method]] !== null }
    await setWaived(ctx, course, method, true)
    await ctx.audit({ action: actions[method], ...courseEvent(course), before, after: { waived: true } })
    const finished = await finishSetup(ctx, course, version)
    const message =
      method === 'keystroke' ? say(ctx.locale, keystrokeTexts, 'waived') : say(ctx.locale, biometricsTexts, 'skipped')
    return { message, ...finished }
  },
})

/** A method that is turned off again keeps the moment when it first was. */
async function setWaived(
  { sql }: Ctx,
  { student_course_id }: StudentCourse,
  method: Waivable,
  waived: boolean,
): Promise<void> {
  const column = sql(columns[method])
  await sql`
    update learning.identity_setup set ${column} = case when ${waived} then coalesce(${column}, platform.now()) end
    where student_course_id = ${student_course_id}`
}
