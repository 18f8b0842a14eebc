import { errors } from '../../../../platform/errors.ts'
import { operation } from '../../../../platform/operation.ts'
import { flag, id, requiredText, z } from '../../../../platform/schema.ts'
import { selectCourseVersion } from '../../../catalogue/index.ts'
import { courseEvent } from '../../course-event.ts'
import { staffOfCourse } from '../../permissions.ts'
import { lockStudentCourse } from '../../student-course.sql.ts'
import { isGuarded } from '../options.ts'
import { openSetup } from '../setup.sql.ts'

export const waivePhone = operation({
  call: 'POST /security/waivePhone',
  summary: 'Turns the phone checks of a course off for a student without a phone, or on again, with the reason why',
  added: true,
  may: staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  takes: z.object({
    student_course_id: id(),
    waived: flag(),
    notes: requiredText(['Enter reason', 'Escriba el motivo'], 2000),
  }),
  gives: z.object({ student_course_id: z.number(), waived: z.boolean() }),
  async run(ctx, { student_course_id, waived, notes }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    const version = await selectCourseVersion(ctx, course.course_version_id)
    if (!isGuarded(version)) throw errors.notFound()
    const { phone_waived_at } = await openSetup(ctx, course)
    await ctx.sql`
      update learning.identity_setup
      set phone_waived_at = case when ${waived} then coalesce(phone_waived_at, platform.now()) end
      where student_course_id = ${student_course_id}`
    const before = { waived: phone_waived_at !== null }
    await ctx.audit({
      action: 'security.waive-phone',
      ...courseEvent(course),
      before,
      after: { waived, reason: notes },
    })
    return { student_course_id, waived }
  },
})
