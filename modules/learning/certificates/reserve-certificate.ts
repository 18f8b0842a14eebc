import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { isRemoved } from '#modules/identity/index.ts'
import { findAgeProblem } from '#modules/learning/registration/age.ts'
import { type Agency, sellsNumbers } from '#modules/learning/reporting/agencies/index.ts'
import { reportNumber } from '#modules/learning/reporting/report-number.ts'
import { hasCertificate } from '#modules/learning/student-course/has-certificate.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { resumedAt } from '#platform/installation.ts'
import { assignedNumber } from './assigned-number.ts'
import { awaitingCertificate } from './awaiting-certificate.ts'
import { newCheckCode } from './check-code.ts'
import { agencyOf, isFromStock, takeNumber } from './stock.sql.ts'
import { deleteWait } from './wait.sql.ts'
import { waitForNumber } from './wait-for-number.ts'

/** The number, code and date of one certificate, issued or not. */
export type Reservation = {
  student_course_id: number
  organization_id: number
  version: number
  certificate_number: string
  check_code: string
  reserved_at: Date
}

/**
 * The reservation for the certificate that a course is owed; every call returns the same one until it is issued. Null
 * if the course has its certificate, issues none, is not passed, or waits for its number, and while the student's account
 * is removed. Needs a transaction.
 */
export async function reserveCertificate(ctx: Ctx, student_course_id: number): Promise<Reservation | null> {
  const course = await lockStudentCourse(ctx, student_course_id)
  if (!awaitingCertificate.includes(course.lk_student_course_status_id)) return null
  if (await isRemoved(ctx, course.user_id)) return null
  const { certificate_template_id } = await selectCourseVersion(ctx, course.course_version_id)
  if (certificate_template_id === null || (await hasCertificate(ctx, student_course_id))) return null
  if (await findAgeProblem(ctx, course)) {
    ctx.log.warn('certificate.not_of_age', { student_course_id })
    // A course that takes no number must not stay in the queue for one.
    await deleteWait(ctx, course)
    return null
  }
  const agency = await agencyOf(ctx, course)
  const reservation = await reserveNext(ctx, course, agency)
  if (reservation) await deleteWait(ctx, course)
  else {
    ctx.log.warn('certificate.no_number', { student_course_id, agency })
    await waitForNumber(ctx, course, agency, (await assignedNumber(ctx, course, agency)) === 'none')
  }
  return reservation
}

/**
 * The reservation of the next version; null if its number comes from an agency and none is available. The caller must
 * hold the course's lock.
 */
export async function reserveNext(ctx: Ctx, course: StudentCourse, agency: Agency): Promise<Reservation | null> {
  const { student_course_id } = course
  const [last] = await ctx.sql<{ version: number }>`
    select coalesce(max(version), 0) as version from learning.student_certificate
    where student_course_id = ${student_course_id}`
  const version = last!.version + 1
  const existing = await findReservation(ctx, student_course_id, version)
  if (existing) return existing
  const assignedNumber_ = await numberFor(ctx, course, version, agency)
  if (assignedNumber_ === 'none') return null
  const number = assignedNumber_ === 'own' ? await nextNumber(ctx, course) : assignedNumber_.number
  const reservation = await insertReservation(ctx, course, version, number)
  if (assignedNumber_ !== 'own') await reportNumber(ctx, course, agency)
  return reservation
}

/**
 * The number for a version of a certificate: assigned by the agency, taken from the stock, or the organization's own.
 * Our own numbers never take the place of numbers that the program's schools buy.
 */
async function numberFor(ctx: Ctx, course: StudentCourse, version: number, agency: Agency) {
  const assignedNumber_ = await assignedNumber(ctx, course, agency)
  if (assignedNumber_ !== 'own') return assignedNumber_
  const numberResult = sellsNumbers(agency) ? await takeNumber(ctx, course, version, agency) : 'own'
  return numberResult === 'own' && (await isFromStock(ctx, course)) ? 'none' : numberResult
}

async function findReservation(ctx: Ctx, student_course_id: number, version: number): Promise<Reservation | null> {
  const [row] = await ctx.sql<Reservation>`
    select student_course_id, organization_id, version, certificate_number, check_code, reserved_at
    from learning.certificate_reservation where student_course_id = ${student_course_id} and version = ${version}`
  return row ?? null
}

/** Exceeds what an organization issues between a backup and its restore. */
const gap = 10_000

/**
 * The organization's own next number; the sequence restarts each year. After a restore it skips a range, because
 * numbers issued after the backup are unknown.
 */
async function nextNumber({ sql }: Ctx, { organization_id }: StudentCourse): Promise<string> {
  const [row] = await sql<{ number: string }>`
    with counted as (
      insert into learning.certificate_counter as c (organization_id, year, last_number, resumed_at)
      select o.organization_id, today.year,
             case when extract(year from ${resumedAt(sql)} at time zone o.time_zone) = today.year then 1 + ${gap}::int else 1 end,
             ${resumedAt(sql)}
      from identity.v_organization o
      cross join lateral (select extract(year from platform.now() at time zone o.time_zone)::int as year) today
      where o.organization_id = ${organization_id}
      on conflict (organization_id, year) do update
      set resumed_at = excluded.resumed_at,
          last_number = c.last_number + case when coalesce(c.resumed_at, '-infinity') < excluded.resumed_at then 1 + ${gap}::int else 1 end
      returning year, last_number
    )
    select o.code || '-' || counted.year || '-' || lpad(counted.last_number::text, 7, '0') as number
    from counted join identity.v_organization o on o.organization_id = ${organization_id}`
  return row!.number
}

async function insertReservation(
  { sql }: Ctx,
  { student_course_id, organization_id }: StudentCourse,
  version: number,
  certificate_number: string,
): Promise<Reservation> {
  const [row] = await sql<Reservation>`
    insert into learning.certificate_reservation ${sql({
      student_course_id,
      version,
      organization_id,
      certificate_number,
      check_code: newCheckCode(),
    })}
    returning student_course_id, organization_id, version, certificate_number, check_code, reserved_at`
  return row!
}
