import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { methodsOf } from '#modules/learning/due-check/options.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse, staffOfCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, requiredText, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { verificationErrors } from './errors.ts'
import { finishSetup, requireSetupOpen, SetupSaved } from './finish-setup.ts'
import { skippedTextOf, waiverOf } from './methods/methods.ts'
import { openSetup } from './setup.sql.ts'
import { deleteWaiver, insertWaiver, insertWaiverByStaff, skippable, waivable } from './waivers.sql.ts'

export const waiveMethod = operation({
  call: 'POST /security/waiveMethod',
  summary: 'Turns phone, typing or device checks off for one student course, or on again, with a reason',
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
    const { waivers } = await openSetup(ctx, course)
    const user_id = ctx.actor.kind === 'user' ? ctx.actor.user_id : null
    if (waived) await insertWaiverByStaff(ctx, course, method, { user_id, reason: notes })
    else await deleteWaiver(ctx, course, method)
    await ctx.audit({
      action: waiverOf(method).action,
      ...courseEvent(course),
      before: { waived: waivers[method].waived_at !== null },
      after: { waived, reason: notes },
    })
    return { student_course_id, waived }
  },
})

export const skipMethod = operation({
  call: 'POST /security/skipMethod',
  summary: "Lets a student without a keyboard or a suitable device use the course's other checks",
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id(), method: z.enum(skippable) }),
  gives: SetupSaved,
  fails: [verificationErrors.setupClosed, learningErrors.cannotEnter],
  async run(ctx, { student_course_id, method }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    const version = await selectCourseVersion(ctx, course.course_version_id)
    await requireSetupOpen(ctx, course, version)
    const setup = await openSetup(ctx, course)
    if (!methodsOf(version).includes(method)) throw errors.notFound()
    const before = { waived: setup.waivers[method].waived_at !== null }
    await insertWaiver(ctx, course, method)
    await ctx.audit({ action: waiverOf(method).action, ...courseEvent(course), before, after: { waived: true } })
    const finished = await finishSetup(ctx, course, version)
    return { message: localize(ctx.locale, skippedTextOf(method)), ...finished }
  },
})
