import { findRefusedPayment } from '#modules/checkout/index.ts'
import { lk_payment_status } from '#modules/checkout/lookups.shared.ts'
import {
  canManagePerson,
  findLastDevice,
  type LastDevice,
  type Person,
  roleOf,
  selectPerson,
  userStatus,
} from '#modules/identity/index.ts'
import {
  findExtensionRefusal,
  findReason,
  findRefusedAnswers,
  reportingState,
  type StudentCourseStatus,
  status,
} from '#modules/learning/index.ts'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { selectTicket } from '#modules/support/tickets/ticket.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { label } from '#platform/lookups.ts'
import { holds } from '#platform/permissions.ts'

/** The context for staff beside a thread: the state of the reporter's courses, and the available remedies. */
export type TicketContext = {
  user_id: number | null
  name: ReporterName | null
  courses: readonly ContextCourse[]
  payment: { state: string; at: string } | null
  /** The last declined or failed payment, with the reason from the bank or gateway. */
  refusedPayment: { reason: string | null; at: string; paid: boolean } | null
  device: LastDevice | null
  can: Record<'profile' | 'viewAs' | 'name' | 'welcome' | 'payments' | 'certificates', boolean>
}
/** The recorded name, for a correction. */
type ReporterName = Pick<Person, 'first_name' | 'middle_name' | 'last_name'> & {
  updated_at: string
  /** An issued certificate has its own copy of the name. */
  student_certificate_id: number | null
}
export type ContextCourse = {
  student_course_id: number
  course_name: string
  state: string
  /** The staff's reason for the last change to this status. */
  reason: string | null
  disabled: boolean
  /** The reason why a check or a rule disabled it: the contract's lk_student_course_status_reason_id. */
  lock_reason_id: number | null
  expires_at: string | null
  minutes: number
  /** The reporter's last refused answers that are not correct yet. */
  refused: {
    quiz: { name: string; percent: number; threshold: number; at: string } | null
    check: { method: string; at: string } | null
  }
  report: {
    agency: string
    state: string
    refused: boolean
    /** The agency's own code and message. */
    code: string | null
    message: string | null
    /** The required correction. */
    mend: string | null
  } | null
  student_certificate_id: number | null
  can: { unlock: boolean; certificate: boolean; extend: boolean }
}

const maxCourses = 10

type Row = {
  student_course_id: number
  course_name: string | null
  lk_student_course_status_id: StudentCourseStatus
  lk_student_course_status_reason_id: number | null
  expires_at: Date | null
  spent_ms: number | null
  student_certificate_id: number | null
}

const noReporter: TicketContext = {
  user_id: null,
  name: null,
  courses: [],
  payment: null,
  refusedPayment: null,
  device: null,
  can: { profile: false, viewAs: false, name: false, welcome: false, payments: false, certificates: false },
}

/** Throws notFound for a ticket out of the reader's scope; leaves out a person whom the reader may not see. */
export async function readContext(ctx: Ctx, chat_thread_id: number): Promise<TicketContext> {
  const { reporter_user_id: user_id } = await selectTicket(ctx, { chat_thread_id })
  const isVisible = user_id !== null && (await canManagePerson(ctx, user_id, 'READ').catch(() => false))
  if (!isVisible) return noReporter
  const [person, canChange, courses, payment, refusedPayment, device] = await Promise.all([
    selectPerson(ctx, user_id),
    canManagePerson(ctx, user_id, 'UPDATE').catch(() => false),
    listCourses(ctx, user_id),
    findLastPayment(ctx, user_id),
    findRefusedPayment(ctx, user_id),
    findLastDevice(ctx, user_id),
  ])
  const { first_name, middle_name, last_name, updated_at, lk_user_role_id, lk_user_status_id } = person
  const student_certificate_id = courses.find((course) => course.student_certificate_id)?.student_certificate_id ?? null
  return {
    user_id,
    name: { first_name, middle_name, last_name, updated_at: updated_at.toISOString(), student_certificate_id },
    courses,
    payment,
    refusedPayment: refusedPayment && { ...refusedPayment, at: refusedPayment.at.toISOString() },
    device,
    can: {
      profile: true,
      viewAs: holds(ctx.actor, 'CAN_VIEW_AS:READ'),
      name: canChange && roleOf(lk_user_role_id) === 'Student' && holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE'),
      welcome: canChange && lk_user_status_id === userStatus.NotVerified,
      payments: holds(ctx.actor, 'MANAGE_PAYMENTS:READ'),
      certificates: holds(ctx.actor, 'MANAGE_CERTIFICATES:UPDATE'),
    },
  }
}

async function listCourses(ctx: Ctx, user_id: number): Promise<ContextCourse[]> {
  const { sql } = ctx
  const rows = await sql<Row>`
    select c.student_course_id, c.course_name, c.lk_student_course_status_id, c.lk_student_course_status_reason_id,
      c.expires_at,
      (select sum(p.spent_ms)::float8 from learning.v_student_progress p
       where p.student_course_id = c.student_course_id) as spent_ms,
      (select max(k.student_certificate_id) from learning.v_student_certificate k
       where k.student_course_id = c.student_course_id and k.deleted_at is null) as student_certificate_id
    from learning.v_student_course c
    where c.user_id = ${user_id} order by c.student_course_id desc limit ${maxCourses}`
  return Promise.all(rows.map((row) => contextOf(ctx, row)))
}

async function contextOf(ctx: Ctx, row: Row): Promise<ContextCourse> {
  const { student_course_id, lk_student_course_status_id: statusId, student_certificate_id, expires_at } = row
  const [reason, report, refusal, { quiz, check }] = await Promise.all([
    findReason(ctx, student_course_id, statusId),
    reportingState(ctx, student_course_id),
    findExtensionRefusal(ctx, row),
    findRefusedAnswers(ctx, student_course_id),
  ])
  const canChange = holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE')
  const disabled = statusId === status.disabled
  return {
    student_course_id,
    course_name: row.course_name ?? '',
    state: label(lk_student_course_status, statusId, ctx.locale),
    reason,
    disabled,
    lock_reason_id: disabled ? row.lk_student_course_status_reason_id : null,
    expires_at: expires_at?.toISOString() ?? null,
    minutes: Math.floor((row.spent_ms ?? 0) / 60_000),
    refused: {
      quiz: quiz && { ...quiz, at: quiz.at.toISOString() },
      check: check && { ...check, at: check.at.toISOString() },
    },
    report: report && {
      agency: report.agency_name,
      state: report.label,
      refused: report.state === 'rejected',
      code: report.code,
      message: report.agency_message,
      mend: report.mend?.text ?? null,
    },
    student_certificate_id,
    can: {
      unlock: disabled && canChange,
      certificate: student_certificate_id !== null && holds(ctx.actor, 'MANAGE_CERTIFICATES:UPDATE'),
      extend: refusal === null && canChange,
    },
  }
}

async function findLastPayment({ sql, locale }: Ctx, user_id: number): Promise<TicketContext['payment']> {
  const [row] = await sql<{ lk_payment_status_id: number; created_at: Date }>`
    select lk_payment_status_id, created_at from checkout.v_payment
    where user_id = ${user_id} order by payment_id desc limit 1`
  return row
    ? { state: label(lk_payment_status, row.lk_payment_status_id, locale), at: row.created_at.toISOString() }
    : null
}
