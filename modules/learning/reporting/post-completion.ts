import { learningErrors } from '#modules/learning/errors.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { operation } from '#platform/operation.ts'
import { day, id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { dayIn } from '#platform/zone.ts'
import { reportingErrors } from './errors.ts'
import { listLatestReports } from './report.sql.ts'
import { reportingTexts } from './reporting.texts.ts'

/**
 * Agencies don't notify us when they post a completion to a driver's record, so staff enter the day that the student or
 * the agency told them.
 */
export const postCompletion = operation({
  call: 'POST /report/postCompletion',
  added: true,
  summary: "Records the day on which an agency posted a completion to the driver's record",
  may: staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  takes: z.object({ student_course_id: id(), completion_report_id: id(), posted_on: day() }),
  gives: z.object({}),
  fails: [learningErrors.ownWork, reportingErrors.notAccepted, reportingErrors.postedEarly],
  async run(ctx, { student_course_id, completion_report_id, posted_on }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    await requireNotOwnCourse(ctx, course.user_id)
    const latest = await listLatestReports(ctx, student_course_id)
    const report = latest.find((report) => report.completion_report_id === completion_report_id)
    if (report?.state !== 'accepted' || report.handed_over_ind) throw reportingErrors.notAccepted()
    const { time_zone } = ctx.organization
    const earliest = dayIn(time_zone, report.sent_at ?? report.accepted_at!)
    if (posted_on < earliest || posted_on > dayIn(time_zone, ctx.now)) throw reportingErrors.postedEarly()
    await ctx.sql`
      update learning.completion_report set posted_on = ${posted_on}, updated_at = platform.now()
      where completion_report_id = ${completion_report_id}`
    await ctx.audit({
      action: 'report.posted',
      ...courseEvent(course),
      before: { completion_report_id, posted_on: report.posted_on },
      after: { completion_report_id, posted_on },
    })
    return { message: localText(ctx.locale, reportingTexts, 'postedSaved') }
  },
})
