import type { AuditAccess } from '#modules/identity/index.ts'
import { type Agency, listNumberSellers } from '#modules/learning/reporting/agencies/index.ts'
import type { StudentCourseStatus } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { isAudited, limitsOf } from './audited-courses.ts'

export type RosterRow = {
  student_course_id: number
  user_id: number
  first_name: string
  last_name: string
  organization_name: string
  course_name: string
  version_number: number
  lk_student_course_status_id: StudentCourseStatus
  created_at: Date
  passed_at: Date | null
  certificate_number: string | null
}

/** The courses that an auditor may read, ordered by id, starting after `after`. */
export const listRoster = (ctx: Ctx, access: AuditAccess, { after, limit }: { after: number; limit: number }) =>
  ctx.sql<RosterRow>`
    select sc.student_course_id, sc.user_id, p.first_name, p.last_name, o.name as organization_name,
           v.name as course_name, v.version_number, sc.lk_student_course_status_id, sc.created_at, sc.passed_at,
           (select c.certificate_number from learning.student_certificate c
            where c.student_course_id = sc.student_course_id and c.deleted_at is null
            order by c.version desc limit 1) as certificate_number
    from learning.student_course sc
    join catalogue.v_course_version v using (course_version_id)
    join identity.v_person p on p.user_id = sc.user_id
    join identity.v_organization o on o.organization_id = sc.organization_id
    where ${isAudited(ctx, access)} and sc.student_course_id > ${after}
    order by sc.student_course_id
    limit ${limit}`

export type UsedVersion = {
  course_id: number
  course_version_id: number
  name: string
  version_number: number
  published_at: Date | null
  required_seconds: number
  courses: number
}

/** The versions of courses that the audited students took. */
export const listVersions = (ctx: Ctx, access: AuditAccess) => ctx.sql<UsedVersion>`
  select v.course_id, v.course_version_id, v.name, v.version_number, v.published_at, v.required_seconds,
         count(*)::int as courses
  from learning.student_course sc
  join catalogue.v_course_version v using (course_version_id)
  where ${isAudited(ctx, access)}
  group by v.course_id, v.course_version_id, v.name, v.version_number, v.published_at, v.required_seconds
  order by v.course_id, v.version_number
  limit 500`

export type UsedNumber = {
  certificate_number: string
  student_course_id: number
  version: number
  issued_at: Date
  withdrawn_at: Date | null
  /**
   * The agency whose stock the number was taken from; null for the school's own number or one assigned by the agency.
   */
  agency: Agency | null
}

/** The certificate numbers of the audited courses. */
export const listNumbers = (ctx: Ctx, access: AuditAccess, limit: number) => ctx.sql<UsedNumber>`
  select c.certificate_number, c.student_course_id, c.version, c.issued_at, c.deleted_at as withdrawn_at,
         (select n.agency from learning.certificate_stock_number n
          where n.student_course_id = c.student_course_id and n.version = c.version limit 1) as agency
  from learning.student_certificate c
  join learning.student_course sc using (student_course_id)
  join catalogue.v_course_version v using (course_version_id)
  where ${isAudited(ctx, access)}
  order by c.student_certificate_id
  limit ${limit}`

export type StockAccount = { agency: Agency; added: number; taken: number; voided: number; left: number }

/** The agencies of the program's state whose numbers serve any of its courses. */
export const stockAgencies = ({ program_id }: Pick<AuditAccess, 'program_id'>): Agency[] =>
  listNumberSellers(program_id.slice(0, 2).toUpperCase())

/** Whether a number was bought for the program, or for any course of an agency of its state. */
const isProgramNumber = (sql: Ctx['sql'], access: AuditAccess) => sql`
  (program_id = ${access.program_id}
   or program_id = '' and agency = any(${sql.array(stockAgencies(access))}::text[]))`

/**
 * Counts of the numbers that the school bought from agencies for the program, as of the end of the period. Numbers for
 * any program of an agency have the program ''.
 */
export const listStock = ({ sql, organization }: Ctx, access: AuditAccess) => {
  const { ends_before } = limitsOf(access)
  return sql<StockAccount>`
    select agency, count(*)::int as added, (count(*) filter (where taken_at < ${ends_before}))::int as taken,
           (count(*) filter (where voided_at < ${ends_before}))::int as voided,
           (count(*) filter (where coalesce(taken_at, 'infinity') >= ${ends_before}
                               and coalesce(voided_at, 'infinity') >= ${ends_before}))::int as left
    from learning.certificate_stock_number
    where organization_id = any(${sql.array(organization.scope)}) and ${isProgramNumber(sql, access)}
      and added_at < ${ends_before}
    group by agency order by agency`
}

export type VoidedNumber = {
  number: string
  agency: Agency
  /** `voided`: staff voided it in the stock. `refused`, `superseded`: its report was refused, or corrected. */
  why: 'voided' | 'refused' | 'superseded'
  student_course_id: number | null
  at: Date
  reason: string | null
}

/** The numbers that no valid certificate has: voided in the stock during the period, or by a report of an audited course. */
export const listVoided = (ctx: Ctx, access: AuditAccess, limit: number) => {
  const { sql, organization } = ctx
  const { starts_at, ends_before } = limitsOf(access)
  return sql<VoidedNumber>`
    select number, agency, 'voided' as why, student_course_id, voided_at as at, void_reason as reason
    from learning.certificate_stock_number
    where organization_id = any(${sql.array(organization.scope)}) and ${isProgramNumber(sql, access)}
      and voided_at >= ${starts_at} and voided_at < ${ends_before}
    union all
    select r.certificate_number, r.agency, case r.state when 'rejected' then 'refused' else 'superseded' end,
           r.student_course_id, r.updated_at, r.message
    from learning.completion_report r
    join learning.student_course sc using (student_course_id)
    join catalogue.v_course_version v using (course_version_id)
    where r.certificate_number is not null and r.state in ('rejected', 'replaced') and ${isAudited(ctx, access)}
    order by 2, 1, 5
    limit ${limit}`
}

/** The agencies that completions of the audited courses are reported to. */
export async function listReportedAgencies(ctx: Ctx, access: AuditAccess): Promise<string[]> {
  const rows = await ctx.sql<{ agency: string }>`
    select distinct r.agency
    from learning.completion_report r
    join learning.student_course sc using (student_course_id)
    join catalogue.v_course_version v using (course_version_id)
    where ${isAudited(ctx, access)} order by 1`
  return rows.map(({ agency }) => agency)
}

/** The certificates of courses, including replaced and withdrawn ones. */
export async function listCertificateIds({ sql }: Ctx, student_course_ids: readonly number[]): Promise<number[]> {
  const rows = await sql<{ student_certificate_id: number }>`
    select student_certificate_id from learning.student_certificate
    where student_course_id = any(${sql.array([...student_course_ids])}::int[]) order by 1`
  return rows.map(({ student_certificate_id }) => student_certificate_id)
}
