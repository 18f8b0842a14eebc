import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { awaitingCertificate } from './awaiting-certificate.ts'

/** Records that a certificate waits for a number; the sweep skips it until there is one. True for a new wait. */
export async function insertWait(
  { sql }: Ctx,
  { student_course_id, organization_id }: StudentCourse,
  agency: Agency,
  for_answer_ind: boolean,
): Promise<boolean> {
  const [row] = await sql<{ inserted: boolean }>`
    insert into learning.certificate_wait (student_course_id, organization_id, agency, for_answer_ind)
    values (${student_course_id}, ${organization_id}, ${agency}, ${for_answer_ind})
    on conflict (student_course_id) do update set agency = excluded.agency, for_answer_ind = excluded.for_answer_ind
    returning xmax = 0 as inserted`
  return row!.inserted
}

export async function deleteWait({ sql }: Ctx, { student_course_id }: StudentCourse): Promise<void> {
  await sql`delete from learning.certificate_wait where student_course_id = ${student_course_id}`
}

/** `stock`: a number that the school buys. `answer`: one that the agency assigns. */
export type AwaitedNumber = 'stock' | 'answer'

/** The numbers that certificates wait for, by the course. Callers must check whose they are. */
export async function listWaits(
  { sql }: Pick<Ctx, 'sql'>,
  student_course_ids: readonly number[],
): Promise<ReadonlyMap<number, AwaitedNumber>> {
  const rows = await sql<{ student_course_id: number; for_answer_ind: boolean }>`
    select student_course_id, for_answer_ind from learning.certificate_wait
    where student_course_id = any(${sql.array([...student_course_ids])}::int[])`
  return new Map(
    rows.map(({ student_course_id, for_answer_ind }) => [student_course_id, for_answer_ind ? 'answer' : 'stock']),
  )
}

/** Whether another certificate waits for a number of this stock. */
export async function hasOtherWait(
  { sql }: Ctx,
  { organization_id, student_course_id }: StudentCourse,
  agency: Agency,
): Promise<boolean> {
  const [row] = await sql`
    select 1 from learning.certificate_wait
    where organization_id = ${organization_id} and agency = ${agency} and not for_answer_ind
      and student_course_id <> ${student_course_id} limit 1`
  return row !== undefined
}

/** The number of an organization's certificates that wait for a number. The caller must check its scope. */
export async function countWaitingNumbers({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<number> {
  const [row] = await sql<{ n: number }>`
    select count(*)::int as n from (
      select 1 from learning.certificate_wait
      where organization_id = ${organization_id} and not for_answer_ind limit 10001) counted`
  return row!.n
}

/**
 * The time when a passed course `sc` needs its number: the earliest deadline of its open reports, or else the time when
 * it was passed.
 */
export const numberNeededAt = (sql: Sql): Fragment => sql`
  coalesce((select min(r.due_at) from learning.completion_report r
            where r.student_course_id = sc.student_course_id and r.state in ('due', 'sending', 'retry')),
           sc.passed_at)`

/** The numbers that a certificate may take: in all, and among them those for any program. */
export type Usable = { usable: number; general: number }

/**
 * Certificates that wait for numbers which this course could take and need them before it, up to those numbers:
 * certificates of other programs can take only the numbers for any program. The caller must hold the stock's lock. A
 * duplicate needs its number after every first certificate.
 */
export async function countAhead(
  { sql }: Ctx,
  { organization_id, student_course_id }: StudentCourse,
  version: number,
  agency: Agency,
  { program_id, usable, general }: Usable & { program_id: string | null },
): Promise<number> {
  const waitingRows = (isOfProgram: boolean, limit: number) => sql`
    (select count(*) from (
      select 1
      from learning.certificate_wait w
      join learning.student_course sc using (student_course_id)
      join catalogue.v_course_version v using (course_version_id)
      where w.organization_id = ${organization_id} and w.agency = ${agency} and not w.for_answer_ind
        and w.student_course_id <> ${student_course_id}
        and sc.lk_student_course_status_id = any(${sql.array(awaitingCertificate)})
        and not exists (select from learning.student_certificate c where c.student_course_id = w.student_course_id)
        and (v.program_id is not distinct from ${program_id}::text) = ${isOfProgram}
        and (${version > 1}
             or (${numberNeededAt(sql)}, sc.student_course_id)
                < (select ${numberNeededAt(sql)}, sc.student_course_id from learning.student_course sc
                   where sc.student_course_id = ${student_course_id}))
      limit ${limit}) counted)`
  const [row] = await sql<{
    n: number
  }>`select (${waitingRows(true, usable)} + ${waitingRows(false, general)})::int as n`
  return row!.n
}
