import { userRole } from '#modules/identity/lookups.shared.ts'
import { urgencyOfReport } from '#modules/learning/index.ts'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { literal } from '#platform/db/literal.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import type { InScope } from '#platform/grid/grid-source.ts'

/**
 * Students of the organizations in the caller's scope; `course` (c) is each one's newest enrollment, if any, with its
 * version (v), `assignment` (a) its group and due date, `report` (r) the report of its completion that most needs
 * attention, and `certificates` (k) their number across all courses.
 */
export function fromStudents(sql: Sql, inScope: InScope, needs: ReadonlySet<string>): Fragment {
  const report = needs.has('report')
    ? sql`
      left join lateral (
        select v.* from learning.v_completion_report v where v.student_course_id = c.student_course_id
        order by ${urgencyOfReport(sql)}, v.due_at, v.completion_report_id limit 1) r on true`
    : sql``
  const assignment = needs.has('assignment')
    ? sql`left join learning.v_course_assignment a on a.student_course_id = c.student_course_id`
    : sql``
  const needsCourse = ['course', 'report', 'assignment'].some((need) => needs.has(need))
  const course = needsCourse ? newestCourse(sql) : sql``
  return sql`
    from identity.v_person p ${course} ${report} ${assignment} ${needs.has('certificates') ? certificates(sql) : sql``}
    where ${inScope(sql`p.organization_id`)} and p.lk_user_role_id = ${literal(sql, userRole.Student)}
      and p.deleted_at is null`
}

const newestCourse = (sql: Sql): Fragment => sql`
  left join lateral (
    select sc.student_course_id, sc.course_version_id, sc.lk_student_course_status_id, sc.audio_ind, sc.purchased_via
    from learning.v_student_course sc
    where sc.user_id = p.user_id
    order by sc.created_at desc, sc.student_course_id desc
    limit 1) c on true
  left join catalogue.v_course_version v on v.course_version_id = c.course_version_id`

/**
 * Students whose newest course has a status. Few may have it, so they are found through all courses with that status,
 * not through every student's newest course. Only an existing status is inlined into a statement.
 */
export function isInStatus(sql: Sql, status: string | number | boolean): Fragment {
  if (!Object.hasOwn(lk_student_course_status, String(status))) return sql`false`
  const status_id = literal(sql, Number(status))
  return sql`
    (c.lk_student_course_status_id = ${status_id}
     and p.user_id in (select enrollment.user_id from learning.v_student_course enrollment
                       where enrollment.lk_student_course_status_id = ${status_id}))`
}

const certificates = (sql: Sql): Fragment => sql`
  cross join lateral (
    select count(*)::int as number from learning.v_student_certificate c
    where c.user_id = p.user_id and c.deleted_at is null
      and not exists (select from learning.v_student_certificate n
                      where n.student_course_id = c.student_course_id and n.version > c.version)) k`

/** The newest course's completed components, in whole percent; null without a course. */
export const progressSql = (sql: Sql): Fragment => sql`
  case when c.student_course_id is not null then
    (select 100 * count(*) from learning.v_student_progress sp
     where sp.student_course_id = c.student_course_id and sp.completed_at is not null) / greatest(1, v.components)
  end`

export const cartItemsSql = (sql: Sql): Fragment =>
  sql`(select count(*)::int from checkout.v_cart_item i where i.user_id = p.user_id)`

/** The person's last activity; null after 90 days without any. */
export const lastActivitySql = (sql: Sql): Fragment =>
  sql`(select max(s.seen_at) from identity.v_session s where s.user_id = p.user_id)`
