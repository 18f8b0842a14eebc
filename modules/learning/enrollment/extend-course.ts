import { learningErrors } from '#modules/learning/errors.ts'
import { courseExtended } from '#modules/learning/facts.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { completionDeadline } from '#modules/learning/reporting/complete-by.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { type StudentCourseStatus, status } from '#modules/learning/student-course/course-status.shared.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { dateFormat } from '#platform/locale-format.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { count, id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { zoneOf } from '#platform/zone.ts'
import { findExtensionRefusal } from './extendable.ts'
import { maxDays, maxDaysAhead } from './extension.shared.ts'
import { extensionTexts } from './extension.texts.ts'
import { statusBeforeExpiry } from './reinstate.ts'
import { updateExpiry } from './reinstatement.sql.ts'

const day = 86_400_000

export const extendCourse = operation({
  call: 'POST /course/extend',
  summary:
    'Gives a student more days to finish a course, with a reason; an expired course opens again. Repeating a `request_id` adds nothing',
  added: true,
  may: staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  takes: z.object({
    student_course_id: id(),
    days: count(1, maxDays),
    reason: requiredText(extensionTexts.reasonMissing, 2000),
    request_id: z.uuid(),
    /** The end date that the caller saw. If someone else has extended the course since, the call is a 409. */
    expires_at: z.iso.datetime().nullish(),
  }),
  gives: z.object({
    student_course_id: z.number(),
    lk_student_course_status_id: z.number(),
    expires_at: z.iso.datetime(),
  }),
  fails: [
    learningErrors.ownWork,
    learningErrors.notExtendable,
    learningErrors.noEnd,
    learningErrors.extendedTooFar,
    learningErrors.agencyDeadline,
    errors.conflict,
  ],
  async run(ctx, { student_course_id, days, reason, request_id, expires_at: expectedEnd }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    await requireNotOwnCourse(ctx, course.user_id)
    const extension = await findExtension(ctx, request_id)
    if (extension && extension.student_course_id !== student_course_id) throw errors.conflict()
    if (extension) return extensionResponse(ctx, course, extension.expires_at)
    if (expectedEnd && course.expires_at?.getTime() !== Date.parse(expectedEnd)) throw errors.conflict()
    const refusal = await findExtensionRefusal(ctx, course)
    if (refusal) throw learningErrors[refusal]()
    const end = await endAfter(ctx, course, days)
    await insertExtension(ctx, course, { request_id, days, reason, expires_at: end })
    await updateExpiry(ctx, student_course_id, end)
    const after = await reopenExpired(ctx, course)
    await ctx.audit({
      action: 'course.extend',
      ...courseEvent(course),
      before: {
        expires_at: course.expires_at?.toISOString() ?? null,
        lk_student_course_status_id: course.lk_student_course_status_id,
      },
      after: { expires_at: end.toISOString(), lk_student_course_status_id: after, days, reason },
    })
    await ctx.emit(courseExtended, { student_course_id, extended_to: end.toISOString() })
    return extensionResponse(ctx, { ...course, lk_student_course_status_id: after }, end)
  },
})

function extensionResponse(ctx: Ctx, { student_course_id, lk_student_course_status_id }: StudentCourse, end: Date) {
  const message = localText(ctx.locale, extensionTexts, 'extended', { date: formatDay(ctx, end) })
  return { student_course_id, lk_student_course_status_id, expires_at: end.toISOString(), message }
}

const formatDay = (ctx: Ctx, instant: Date): string =>
  dateFormat(ctx.locale, { dateStyle: 'long', timeZone: zoneOf(ctx) }).format(instant)

/** Counts the days from the end of the course, or from now if that has passed. */
async function endAfter(ctx: Ctx, course: StudentCourse, days: number): Promise<Date> {
  const now = ctx.now.getTime()
  const end = new Date(Math.max(now, course.expires_at?.getTime() ?? now) + days * day)
  const latestDate = new Date(now + maxDaysAhead * day)
  if (end > latestDate) throw learningErrors.extendedTooFar({ date: formatDay(ctx, latestDate) })
  const limit = await completionDeadline(ctx, course)
  // The deadline itself is too late, so the date shown is that of the moment before it.
  if (limit && end > limit.at)
    throw learningErrors.agencyDeadline({
      agency: limit.agency,
      date: formatDay(ctx, new Date(limit.at.getTime() - 1)),
    })
  return end
}

/** Returns an expired course to its previous status. The reason isn't kept with the status, where students would see it. */
async function reopenExpired(ctx: Ctx, course: StudentCourse): Promise<StudentCourseStatus> {
  const { student_course_id, lk_student_course_status_id: courseStatus } = course
  if (courseStatus !== status.expired) return courseStatus
  const previousStatus = await statusBeforeExpiry(ctx, course)
  return (await changeStatus(ctx, student_course_id, previousStatus, 'staff')).lk_student_course_status_id
}

async function findExtension({ sql }: Ctx, request_id: string) {
  const [row] = await sql<{ student_course_id: number; expires_at: Date }>`
    select student_course_id, expires_at from learning.course_extension where request_id = ${request_id}`
  return row ?? null
}

type Extension = { request_id: string; days: number; reason: string; expires_at: Date }

/** Throws conflict if the same id was just used to extend another course. */
async function insertExtension(ctx: Ctx, course: StudentCourse, extension: Extension): Promise<void> {
  const { student_course_id, organization_id, expires_at: expired_before } = course
  const actor_user_id = userOf(ctx).user_id
  const row = { student_course_id, organization_id, expired_before, actor_user_id, ...extension }
  const insertedRows = await ctx.sql`
    insert into learning.course_extension ${ctx.sql(row)} on conflict (request_id) do nothing`
  if (insertedRows.count === 0) throw errors.conflict()
}
