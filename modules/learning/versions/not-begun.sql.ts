import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'

const waitingStatuses: readonly number[] = [status.paidNotRegistered, status.notPaid, status.payNow]

/**
 * Whether a student has done nothing yet in the course `sc`: answers, agreements, checks and progress belong to the
 * version in which they were made.
 */
export const notBegun = (sql: Sql): Fragment => sql`(
  sc.lk_student_course_status_id = any(${sql.array([...waitingStatuses])})
  and sc.registered_at is null and sc.agreed_at is null and sc.started_at is null
  and not exists (select from learning.registration x where x.student_course_id = sc.student_course_id)
  and not exists (select from learning.identity_setup x where x.student_course_id = sc.student_course_id)
  and not exists (select from learning.student_progress x where x.student_course_id = sc.student_course_id)
  and not exists (select from learning.course_reinstatement x where x.student_course_id = sc.student_course_id))`
