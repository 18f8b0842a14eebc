import { asTenant } from '#modules/identity/index.ts'
import { dueSoon, lateFound, overdue } from '#modules/learning/facts.ts'
import { isTaking, status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

type DueReminder = { student_course_id: number; organization_id: number; due_on: string; days: 1 | 7 }

/**
 * Reminds students a week and a day before the due date of a course that they have not finished, once each. No reminder
 * is sent before eight in the morning. The mark and the fact commit together.
 */
export async function remindOfDueDates(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (const reminder of await listDue(ctx)) {
    if (signal.aborted) return
    const tenant = await asTenant(ctx, reminder.organization_id)
    await tenant.tx((inner) => emitReminder(inner, reminder))
  }
}

/** The due reminders. The one on the day before is sent even if the one a week before was missed. */
const listDue = ({ sql }: Ctx) => sql<DueReminder>`
  select a.student_course_id, a.organization_id, a.due_on::text as due_on, days.days
  from learning.course_assignment a
  join learning.student_course sc using (student_course_id)
  join identity.v_organization o on o.organization_id = a.organization_id
  cross join lateral (select (platform.now() at time zone o.time_zone) as local_now) clock
  cross join lateral (
    select case when a.due_on - clock.local_now::date <= 1 then 1 else 7 end as days) days
  where a.due_on between (platform.now() - interval '1 day')::date and (platform.now() + interval '8 days')::date
    and a.due_on - clock.local_now::date between 0 and 7 and extract(hour from clock.local_now) >= 8
    and case when days.days = 1 then a.day_reminded_for else a.week_reminded_for end is distinct from a.due_on
    and sc.lk_student_course_status_id = any(${sql.array(Object.values(status).filter(isTaking))}::int[])
  order by a.due_on, a.student_course_id
  limit 1000`

async function emitReminder(ctx: Ctx, { student_course_id, due_on, days }: DueReminder): Promise<void> {
  const course = await lockStudentCourse(ctx, student_course_id)
  // The course may have been passed since it was listed.
  if (!isTaking(course.lk_student_course_status_id)) return
  const [row] = await ctx.sql`
    update learning.course_assignment
    set week_reminded_for = due_on, day_reminded_for = case when ${days}::int = 1 then due_on else day_reminded_for end
    where student_course_id = ${student_course_id} and due_on = ${due_on}
      and case when ${days}::int = 1 then day_reminded_for else week_reminded_for end is distinct from due_on
    returning student_course_id`
  if (row) await ctx.emit(dueSoon, { student_course_id, due_on, days })
}

/** Reports newly late enrollments to their organizations, once for each due date. */
export async function reportLateCourses(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (const { organization_id } of await listOrganizationsWithLate(ctx)) {
    if (signal.aborted) return
    const tenant = await asTenant(ctx, organization_id)
    await tenant.tx((inner) => reportLate(inner, organization_id))
  }
}

const listOrganizationsWithLate = ({ sql }: Ctx) => sql<{ organization_id: number }>`
  select distinct v.organization_id
  from learning.v_course_assignment v join learning.course_assignment a using (student_course_id)
  where v.late and a.late_reported_for is distinct from a.due_on
  order by v.organization_id limit 1000`

async function reportLate(ctx: Ctx, organization_id: number): Promise<void> {
  const rows = await ctx.sql<{ student_course_id: number; due_on: string }>`
    update learning.course_assignment a set late_reported_for = a.due_on
    from (select student_course_id from learning.v_course_assignment where organization_id = ${organization_id} and late) v
    where v.student_course_id = a.student_course_id and a.late_reported_for is distinct from a.due_on
    returning a.student_course_id, a.due_on::text as due_on`
  for (const row of rows) await ctx.emit(overdue, row)
  const [newest] = rows.toSorted((a, b) => b.student_course_id - a.student_course_id)
  if (newest) await ctx.emit(lateFound, { organization_id, count: rows.length, ...newest })
}
