import { awaitingCertificate } from '#modules/learning/certificates/awaiting-certificate.ts'
import { listCertificates } from '#modules/learning/certificates/list-certificates.ts'
import { listWaits } from '#modules/learning/certificates/wait.sql.ts'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { StudentCourseView } from '#modules/learning/player/player.schema.ts'
import { studentCourseOf } from '#modules/learning/player/views.ts'
import { selectCourseState } from '#modules/learning/progress/completion.ts'
import { isInside, mayCorrect, pathOf } from '#modules/learning/progress/course-route.ts'
import { findCoursePosition } from '#modules/learning/progress/find-course-position.ts'
import { listProgressOf } from '#modules/learning/progress/progress.sql.ts'
import { ReportingStateShape } from '#modules/learning/reporting/reporting.schema.ts'
import { reportingStates } from '#modules/learning/reporting/reporting-state.ts'
import { isTaking, type StudentCourseStatus, status } from '#modules/learning/student-course/course-status.shared.ts'
import { unlocksLeft } from '#modules/learning/verification/open-check.ts'
import type { Ctx } from '#platform/ctx.ts'
import { label } from '#platform/lookups.ts'
import { operation } from '#platform/operation.ts'
import { student, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { Activity, listRecentActivity } from './recent-activity.ts'
import { listStudentCourses } from './student-courses.sql.ts'

const DashboardCourse = StudentCourseView.extend({
  /** The status as a student reads it, in their language. */
  status: z.string(),
  /** The page on which the course continues. */
  path: z.string(),
  /** Lessons are open. */
  open_ind: z.boolean(),
  last_active_at: z.string().nullable(),
  /** The day by which the organization wants the course finished (YYYY-MM-DD); null without one, and once it is. */
  due_on: z.iso.date().nullable(),
  /** Staff sent something back while lessons are open; the student corrects it at `/course/{id}/review`. */
  sent_back_ind: z.boolean(),
  /** The course is locked, and the student can unlock it by verifying their identity at `/course/{id}/unlock`. */
  unlock_ind: z.boolean(),
  /** The number that its certificate waits for: bought by the school, or assigned by the agency; null for none. */
  awaits_number: z.enum(['stock', 'answer']).nullable(),
})

const Certificate = z.object({
  student_certificate_id: z.number(),
  student_course_id: z.number(),
  name: z.string(),
  course_name: z.string(),
  organization_name: z.string(),
  issued_at: z.string(),
  /** The zone of the certificate's date. */
  time_zone: z.string(),
  /** The last day of its validity (YYYY-MM-DD); null if the program sets no limit. */
  valid_until: z.string().nullable(),
})

/** Everything on the signed-in student's dashboard. */
export const fetchDashboard = operation({
  call: 'GET /course/dashboard/fetch',
  summary: 'The courses of the signed-in student, the last one, and the certificates',
  may: student,
  takes: z.object({}),
  gives: z.object({
    data: z.object({
      course: z.array(DashboardCourse),
      recentCourse: DashboardCourse.nullable(),
      certificates: z.array(Certificate),
      /** The completions that agencies have not accepted yet, and those accepted in the last 30 days. */
      reports: z.array(ReportingStateShape),
      /** Recent activity, newest first. */
      recentActivity: z.array(Activity),
      /** The mean of the courses, in whole percent. */
      percent_complete: z.number(),
      time_spent: z.number(),
    }),
  }),
  async run(ctx) {
    const { user_id } = userOf(ctx)
    const courses = await listStudentCourses(ctx, user_id)
    const course = await dashboardCourses(ctx, courses)
    return {
      data: {
        course,
        recentCourse: course.find((row) => row.open_ind) ?? course[0] ?? null,
        certificates: await listCertificates(ctx, user_id),
        reports: await listReports(ctx, courses),
        recentActivity: await listRecentActivity(ctx, courses),
        percent_complete: percentOf(course),
        time_spent: course.reduce((sum, row) => sum + row.time_spent, 0),
      },
    }
  },
})

async function dashboardCourses(
  ctx: Ctx,
  courses: Awaited<ReturnType<typeof listStudentCourses>>,
): Promise<z.input<typeof DashboardCourse>[]> {
  const ids = courses.map(({ student_course_id }) => student_course_id)
  const awaiting = courses.filter((row) => awaitingCertificate.includes(row.lk_student_course_status_id))
  const waits = await listWaits(
    ctx,
    awaiting.map(({ student_course_id }) => student_course_id),
  )
  const progress = Map.groupBy(await listProgressOf(ctx, ids), ({ student_course_id }) => student_course_id)
  return Promise.all(
    courses.map(async ({ last_active_at, sent_back, due_on, ...row }) => {
      const state = await selectCourseState(ctx, row, progress.get(row.student_course_id) ?? [])
      const standing = await findCoursePosition(ctx, row, state.steps)
      const open_ind = isInside(standing)
      return {
        ...studentCourseOf(state),
        status: statusLabel(ctx, row.lk_student_course_status_id),
        path: pathOf(standing),
        open_ind,
        last_active_at: last_active_at?.toISOString() ?? null,
        due_on: isTaking(row.lk_student_course_status_id) ? due_on : null,
        sent_back_ind: sent_back && mayCorrect(standing),
        unlock_ind: (await unlocksLeft(ctx, row)) > 0,
        awaits_number: waits.get(row.student_course_id) ?? null,
      }
    }),
  )
}

const shownDays = 30

async function listReports(ctx: Ctx, courses: readonly { student_course_id: number; passed_at: Date | null }[]) {
  const passedCourse = courses.filter(({ passed_at }) => passed_at)
  const states = await reportingStates(
    ctx,
    passedCourse.map(({ student_course_id }) => student_course_id),
  )
  const oldest = new Date(ctx.now.getTime() - shownDays * 86_400_000).toISOString()
  return [...states.values()].filter(
    ({ state, duties }) => state !== 'accepted' || duties.some(({ accepted_at }) => (accepted_at ?? '') > oldest),
  )
}

/** Students see a manually issued certificate like any other. */
const statusLabel = ({ locale }: Ctx, id: StudentCourseStatus): string =>
  label(lk_student_course_status, id === status.certificateIssuedManually ? status.certificateIssued : id, locale)

function percentOf(courses: readonly { percent_complete: number }[]): number {
  if (courses.length === 0) return 0
  return Math.floor(courses.reduce((sum, { percent_complete }) => sum + percent_complete, 0) / courses.length)
}
