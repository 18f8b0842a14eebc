import { localeOf } from '#modules/identity/index.ts'
import { findReason } from '#modules/learning/status/status-change.sql.ts'
import {
  isEnrollment,
  isExtendable,
  isTaking,
  isUnpaid,
  type StudentCourseStatus,
  status,
} from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dateFormat, formatDeadline } from '#platform/locale-format.ts'
import { pathTo } from '#platform/path-to.ts'
import type { Locale } from '#platform/texts.ts'

/** The course events that students are notified of. */
type EmailKind = 'enrolled' | 'due-soon' | 'expires-soon' | 'extended' | 'expired' | 'disabled' | 'failed'

/** The facts that may become an email: an enrollment, a status change, or a near or extended date. */
export type CourseFact = {
  student_course_id: number
  from?: number
  to?: number
  expires_at?: string
  extended_to?: string
  due_on?: string
  days?: number
  quiet?: true
}

export type CourseEmail = {
  kind: EmailKind
  /** Identifies the email: a repeated key sends no second one. */
  key: string
  user_id: number
  to: string
  first_name: string
  locale: Locale
  organization_id: number
  organization_name: string
  organization_code: string
  student_course_id: number
  course_name: string
  /** The end of the course as text, in the organization's zone; null for a course without one. */
  expires: string | null
  /** The due date as text; null without one. */
  due: string | null
  /** The reason that staff gave for disabling it. */
  reason: string | null
  path: string
}

type Row = Pick<
  CourseEmail,
  | 'user_id'
  | 'to'
  | 'first_name'
  | 'organization_id'
  | 'organization_name'
  | 'organization_code'
  | 'student_course_id'
  | 'course_name'
> & {
  lk_language_id: number
  time_zone: string
  status_id: StudentCourseStatus
  expires_at: Date | null
  due_on: string | null
  /** The last status change; null for a course without any. */
  change_id: number | null
}

/** The email for a fact about a course; null if it is no longer true or not worth one. For jobs. */
export async function findCourseEmail(ctx: Ctx, fact: CourseFact): Promise<CourseEmail | null> {
  const kind = fact.quiet ? null : emailKindOf(fact)
  const row = kind && (await findRow(ctx, fact.student_course_id))
  if (!row || !stillApplies(kind, row, fact)) return null
  const { lk_language_id, time_zone, status_id, expires_at, due_on, change_id: _, ...email } = row
  const locale = localeOf(lk_language_id)
  const reason = kind === 'disabled' ? await findReason(ctx, row.student_course_id, status_id) : null
  return {
    ...email,
    kind,
    key: keyOf(kind, row, fact),
    locale,
    expires: expires_at && formatDeadline(expires_at, locale, time_zone),
    due: due_on && formatDay(due_on, locale),
    reason,
    path: pathTo('/course/:studentCourseId', { studentCourseId: row.student_course_id }),
  }
}

/** The end of waiting for a payment sends no email: the receipt reports it, or the order was closed unpaid. */
function emailKindOf({ from, to, expires_at, extended_to, due_on }: CourseFact): EmailKind | null {
  if (due_on !== undefined) return 'due-soon'
  if (extended_to !== undefined) return 'extended'
  if (expires_at !== undefined) return 'expires-soon'
  if (from === undefined) return 'enrolled'
  // A changed reason of a disabled course sends no second email.
  if (isUnpaid(from) || from === to) return null
  if (to === status.disabled) return 'disabled'
  if (to === status.failed) return 'failed'
  return to === status.expired ? 'expired' : null
}

function stillApplies(kind: EmailKind, { status_id, expires_at, due_on }: Row, fact: CourseFact): boolean {
  if (kind === 'due-soon') return isTaking(status_id) && due_on === fact.due_on
  if (kind === 'enrolled') return isEnrollment(status_id)
  if (kind === 'extended') return isExtendable(status_id) && expires_at?.toISOString() === fact.extended_to
  if (kind === 'expires-soon') return isTaking(status_id) && expires_at?.toISOString() === fact.expires_at
  return status_id === fact.to
}

/** An enrollment, a reminder and an end are announced once, and a status each time the course reaches it. */
function keyOf(kind: EmailKind, row: Row, { due_on, days }: CourseFact): string {
  const { student_course_id, expires_at, change_id } = row
  if (kind === 'due-soon') return `${student_course_id}:${due_on}:${days}`
  if (kind === 'enrolled') return String(student_course_id)
  return `${student_course_id}:${kind === 'expires-soon' || kind === 'extended' ? expires_at?.toISOString() : change_id}`
}

async function findRow({ sql }: Ctx, student_course_id: number): Promise<Row | null> {
  const [row] = await sql<Row>`
    select p.user_id, p.email as to, p.first_name, p.lk_language_id, o.organization_id, o.name as organization_name,
           o.code as organization_code, o.time_zone, sc.student_course_id, v.name as course_name,
           sc.lk_student_course_status_id as status_id, sc.expires_at,
           (select a.due_on::text from learning.course_assignment a
            where a.student_course_id = sc.student_course_id) as due_on,
           (select max(c.student_course_status_change_id) from learning.student_course_status_change c
            where c.student_course_id = sc.student_course_id) as change_id
    from learning.student_course sc
    join catalogue.v_course_version v using (course_version_id)
    join identity.v_person p on p.user_id = sc.user_id and p.deleted_at is null
    join identity.v_organization o on o.organization_id = sc.organization_id
    where sc.student_course_id = ${student_course_id}`
  return row ?? null
}

/** A day without a time, which no time zone may shift. */
const formatDay = (day: string, locale: Locale): string =>
  dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
