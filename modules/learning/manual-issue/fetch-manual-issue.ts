import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { needsSecondPerson } from '#modules/learning/player/advance-student.ts'
import { isComplete } from '#modules/learning/student-course/course-status.shared.ts'
import { hasCertificate } from '#modules/learning/student-course/has-certificate.ts'
import { findStudentName, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { operation } from '#platform/operation.ts'
import { holds, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { findWaiting } from './certificate-request.sql.ts'

export const fetchManualIssue = operation({
  call: 'GET /certificate/issue/{student_course_id}',
  added: true,
  summary:
    'Returns whether the certificate of a course can be issued manually, and the request that awaits a second person',
  may: staffOfCourse('MANAGE_CERTIFICATES:READ', 'student_course_id'),
  takes: z.object({ student_course_id: id() }),
  gives: z.object({
    user_id: z.int(),
    student_name: z.string(),
    course_name: z.string(),
    lk_student_course_status_id: z.int(),
    /** Passed, without a valid certificate, in a course that issues them. */
    issuable: z.boolean(),
    second_person: z.boolean(),
    request: z
      .object({
        certificate_request_id: z.int(),
        reason: z.string(),
        asked_by: z.string(),
        asked_at: z.string(),
        /** The caller requested it, and so cannot approve it. */
        own: z.boolean(),
      })
      .nullable(),
    updates: z.boolean(),
  }),
  async run(ctx, { student_course_id }) {
    const course = await selectStudentCourse(ctx, student_course_id)
    const { user_id, course_name, lk_student_course_status_id, course_version_id, organization_id } = course
    const { certificate_template_id } = await selectCourseVersion(ctx, course_version_id)
    const isMissing = !(await hasCertificate(ctx, student_course_id))
    const pendingRequest = await findWaiting(ctx, student_course_id)
    const [asker] = pendingRequest
      ? await ctx.sql<{ name: string | null }>`
          select identity.staff_name(${pendingRequest.asked_by}, ${organization_id}) as name`
      : []
    return {
      user_id,
      student_name: await findStudentName(ctx, user_id),
      course_name,
      lk_student_course_status_id,
      issuable: isComplete(lk_student_course_status_id) && isMissing && certificate_template_id !== null,
      second_person: await needsSecondPerson(ctx, course),
      request: pendingRequest && {
        certificate_request_id: pendingRequest.certificate_request_id,
        reason: pendingRequest.reason,
        asked_by: asker?.name ?? '',
        asked_at: pendingRequest.asked_at.toISOString(),
        own: pendingRequest.asked_by === userOf(ctx).user_id,
      },
      updates: holds(ctx.actor, 'MANAGE_CERTIFICATES:UPDATE'),
    }
  },
})
