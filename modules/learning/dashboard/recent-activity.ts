import { listComponents } from '#modules/catalogue/index.ts'
import { lk_quiz_attempt_status, lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { attemptStatus } from '#modules/learning/questions/attempt-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { label } from '#platform/lookups.ts'
import { z } from '#platform/schema.ts'

/** A student's action, or an event of their course. */
export const Activity = z.object({
  kind: z.enum(['enrolled', 'lesson', 'quiz', 'status']),
  student_course_id: z.number(),
  course_name: z.string(),
  /** The lesson or quiz; '' for the whole course. */
  name: z.string(),
  /** The new status of the quiz or course in the caller's language, or ''. */
  status: z.string(),
  at: z.string(),
})
type ActivityRow = z.output<typeof Activity>

type Row = {
  kind: ActivityRow['kind']
  student_course_id: number
  component_id: number | null
  status_id: number | null
  at: Date
}

const max = 8

/** The status changes that a student must learn about; the others follow from their own actions. */
const shownStatuses = [
  status.passed,
  status.certificateIssued,
  status.failed,
  status.expired,
  status.disabled,
  status.needsAttention,
  status.refunded,
]

/** The latest activity in these courses, newest first. */
export async function listRecentActivity(ctx: Ctx, courses: readonly StudentCourse[]): Promise<ActivityRow[]> {
  const byId = new Map(courses.map((course) => [course.student_course_id, course]))
  const activities: ActivityRow[] = []
  for (const row of await listRows(ctx, [...byId.keys()])) {
    const course = byId.get(row.student_course_id)!
    const part = await partOf(ctx, course, row.component_id)
    // A quiz is shown with its result.
    if (row.kind === 'lesson' && (!part || part.type === 'Quiz' || part.type === 'Break')) continue
    const { kind, student_course_id } = row
    const about = { kind, student_course_id, course_name: course.course_name, name: part?.name ?? '' }
    activities.push({ ...about, status: statusOf(ctx, row), at: row.at.toISOString() })
    if (activities.length === max) break
  }
  return activities
}

async function partOf(ctx: Ctx, { course_version_id }: StudentCourse, component_id: number | null) {
  if (component_id === null) return null
  const components = await listComponents(ctx, course_version_id)
  return components.find((component) => component.component_id === component_id) ?? null
}

function statusOf({ locale }: Ctx, { kind, status_id }: Row): string {
  if (status_id === null) return ''
  return label(kind === 'quiz' ? lk_quiz_attempt_status : lk_student_course_status, status_id, locale)
}

/**
 * Fetches more rows than are shown, because quizzes and breaks are filtered out. Components that staff skipped are not
 * the student's activity.
 */
const listRows = ({ sql }: Ctx, ids: readonly number[]) => sql<Row>`
  (select 'lesson' as kind, student_course_id, component_id, null::int as status_id, completed_at as at
   from learning.student_progress
   where student_course_id = any(${sql.array(ids)}::int[]) and completed_at is not null and not advanced_ind
   order by completed_at desc limit 40)
  union all
  (select 'quiz', student_course_id, component_id,
          case when lk_quiz_attempt_status_id = ${attemptStatus.fixed} then ${attemptStatus.inReview}
               else lk_quiz_attempt_status_id end, submitted_at
   from learning.quiz_attempt
   where student_course_id = any(${sql.array(ids)}::int[]) and submitted_at is not null
   order by submitted_at desc limit ${max})
  union all
  (select 'status', student_course_id, null, to_status_id, at
   from learning.student_course_status_change
   where student_course_id = any(${sql.array(ids)}::int[]) and to_status_id = any(${sql.array(shownStatuses)}::int[])
   order by at desc limit ${max})
  union all
  (select 'enrolled', student_course_id, null, null, created_at
   from learning.student_course where student_course_id = any(${sql.array(ids)}::int[])
   order by created_at desc limit ${max})
  order by at desc`
