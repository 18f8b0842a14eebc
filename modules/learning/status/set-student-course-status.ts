import { learningErrors } from '#modules/learning/errors.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import {
  isTaking,
  type StudentCourseStatus,
  status as s,
} from '#modules/learning/student-course/course-status.shared.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, optionalText, requiredText, z } from '#platform/schema.ts'
import { localText, texts } from '#platform/texts.ts'
import { changeStatus } from './change-status.ts'
import { notifyStudent } from './notify-student.ts'
import { findStatusBefore } from './status-change.sql.ts'

/**
 * The statuses that staff may set. Passing, certificates, reports, payment and registration have their own operations,
 * because setting only the status would claim something that did not happen.
 */
const settable: readonly StudentCourseStatus[] = [
  s.needsAttention,
  s.inReview,
  s.grading,
  s.fixed,
  s.inProgress,
  s.disabled,
]

const messages = texts({ set: ['Set status succesfully.', 'El estado se guardó.'] })
const noReason = ['Enter reason', 'Escriba el motivo'] as const

export const setStudentCourseStatus = operation({
  call: 'POST /course/setStudentCourseStatus',
  summary: 'Changes the status of a student course, with a reason for its student',
  may: staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  takes: z.object({
    student_course_id: id(),
    /** The expected owner; another person's course is a 404. */
    user_id: id().optional(),
    lk_student_course_status_id: id(),
    /** The reason. */
    notes: requiredText(noReason, 2000),
    /** The subject: the name of a lesson, quiz or document. */
    component: optionalText(200),
    /** For staff: stored only in the event history. */
    comments: optionalText(2000),
  }),
  gives: z.object({ student_course_id: z.number(), lk_student_course_status_id: z.number() }),
  fails: [learningErrors.statusRefused, learningErrors.ownWork],
  async run(
    ctx,
    { student_course_id, user_id, lk_student_course_status_id: requestedStatus, notes, component, comments },
  ) {
    const course = await lockStudentCourse(ctx, student_course_id)
    if (user_id !== undefined && user_id !== course.user_id) throw errors.notFound()
    await requireNotOwnCourse(ctx, course.user_id)
    const to = await settableIn(ctx, course, requestedStatus)
    const note = component ? `${component}: ${notes}` : notes
    const { lk_student_course_status_id: from } = course
    const reason = to === s.disabled ? { lk_student_course_status_reason_id: 4, note } : { note }
    const { lk_student_course_status_id } = await changeStatus(ctx, student_course_id, to, 'staff', reason)
    await ctx.audit({
      action: 'course.set-status',
      ...courseEvent(course),
      before: { lk_student_course_status_id: from },
      after: { lk_student_course_status_id, reason: note, ...(comments && { comments }) },
    })
    const result = resultOf(from, to)
    if (result) await notifyStudent(ctx, { student_course_id, result, to })
    return { student_course_id, lk_student_course_status_id, message: localText(ctx.locale, messages, 'set') }
  },
})

/** The result named in the student's email; null if the change sends none. */
function resultOf(from: StudentCourseStatus, to: StudentCourseStatus): 'attention' | 'unlocked' | null {
  if (to === s.needsAttention && from !== to) return 'attention'
  return from === s.disabled && isTaking(to) ? 'unlocked' : null
}

/** A disabled course may also return to its previous status. */
async function settableIn(ctx: Ctx, course: StudentCourse, requestedStatus: number): Promise<StudentCourseStatus> {
  const target = settable.find((status) => status === requestedStatus)
  if (target) return target
  const { student_course_id, lk_student_course_status_id } = course
  const before =
    lk_student_course_status_id === s.disabled ? await findStatusBefore(ctx, student_course_id, s.disabled) : null
  if (before === requestedStatus) return before
  throw learningErrors.statusRefused({}, { from: lk_student_course_status_id, to: requestedStatus })
}
