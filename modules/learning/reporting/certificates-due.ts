import { findProgramRules, findProgramsWithRule, type ProgramRules } from '#modules/catalogue/index.ts'
import { completeStatuses } from '#modules/learning/student-course/course-status.shared.ts'
import { onPaper } from '#modules/learning/student-course/on-paper.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addDays, dayIn, startOfDay, todayOf } from '#platform/zone.ts'
import { programZone } from './agencies/zone.ts'
import { deadlineOf, lastDayOf, ruleOf } from './deadline.ts'

type OpenCertificate = { student_course_id: number; program_id: string; passed_at: Date }
export type DueCertificate = OpenCertificate & { due_at: Date; day: string }

/**
 * The certificates that a program's rules require by a deadline and that are not issued yet, or on paper and not mailed
 * yet, for completions of the last half year, oldest first.
 */
export async function listCertificatesDue(ctx: Ctx, student_course_id?: number): Promise<DueCertificate[]> {
  const programs = await findProgramsWithRule(ctx, 'certificate.deadline')
  const openCertificates = await listOpen(ctx, programs, student_course_id ?? null)
  const rulesByDay = new Map<string, Promise<ProgramRules | null>>()
  const due = await Promise.all(
    openCertificates.map(async (certificate) => {
      const { program_id, passed_at } = certificate
      const day = dayIn(programZone(program_id), passed_at)
      const key = `${program_id} ${day}`
      if (!rulesByDay.has(key)) rulesByDay.set(key, findProgramRules(ctx, program_id, day))
      const rules = await rulesByDay.get(key)
      const within = rules?.valueOf('certificate.deadline')
      if (!within) return []
      const due_at = deadlineOf(ruleOf(within, programZone(program_id)), passed_at)
      return [{ ...certificate, due_at, day: lastDayOf(ctx.organization.time_zone, due_at) }]
    }),
  )
  return due.flat()
}

function listOpen({ sql, organization }: Ctx, programs: readonly string[], student_course_id: number | null) {
  return sql<OpenCertificate>`
    select sc.student_course_id, v.program_id, sc.passed_at
    from learning.student_course sc
    join catalogue.v_course_version v using (course_version_id)
    where sc.organization_id = any(${sql.array(organization.scope)})
      and sc.student_course_id = coalesce(${student_course_id}::int, sc.student_course_id)
      and sc.passed_at > platform.now() - interval '180 days'
      and sc.lk_student_course_status_id = any(${sql.array([...completeStatuses])}::int[])
      and v.program_id = any(${sql.array([...programs])}::text[]) and v.certificate_template_id is not null
      and not exists (
        select from learning.student_certificate c
        where c.student_course_id = sc.student_course_id
          and (c.shipped_at is not null or c.deleted_at is not null
               or not coalesce(sc.lk_shipping_type_id = any(${sql.array([...onPaper])}::int[]), false)))
    order by sc.passed_at
    limit 5000`
}

/** Staff are reminded of a certificate this many days before its deadline. */
const reminderDays = 3

/** The certificates that are late, or due within three days. */
export async function countCertificatesDue(ctx: Ctx): Promise<number> {
  const { time_zone } = ctx.organization
  const from = startOfDay(time_zone, addDays(todayOf(ctx), reminderDays + 1))
  return (await listCertificatesDue(ctx)).filter(({ due_at }) => due_at <= from).length
}
