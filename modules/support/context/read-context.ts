import type { Ctx } from '../../../platform/ctx.ts'
import { label } from '../../../platform/lookups.ts'
import { holds } from '../../../platform/permissions.ts'
import { lk_payment_status } from '../../checkout/lookups.shared.ts'
import { findLastDevice, type LastDevice, managesPerson } from '../../identity/index.ts'
import { findReason, type StudentCourseStatus, status } from '../../learning/index.ts'
import { lk_student_course_status } from '../../learning/lookups.shared.ts'
import { selectTicket } from '../tickets/ticket.sql.ts'

/** What staff need beside a thread: the state of the reporter's courses, and which remedies the reader may use. */
export type TicketContext = {
  user_id: number | null
  courses: readonly ContextCourse[]
  payment: { state: string; at: string } | null
  device: LastDevice | null
  can: { profile: boolean; viewAs: boolean }
}
export type ContextCourse = {
  student_course_id: number
  course_name: string
  state: string
  reason: string | null
  expires_at: string | null
  minutes: number
  report: { agency: string; state: string; message: string | null } | null
  student_certificate_id: number | null
  can: { unlock: boolean; certificate: boolean }
}

const mostCourses = 10

type Row = {
  student_course_id: number
  course_name: string | null
  lk_student_course_status_id: number
  expires_at: Date | null
  spent_ms: number | null
  agency: string | null
  report_state: string | null
  report_message: string | null
  student_certificate_id: number | null
}

/** Throws notFound for a ticket outside the reader's scope; a person whom the reader may not see is left out. */
export async function readContext(ctx: Ctx, chat_thread_id: number): Promise<TicketContext> {
  const { reporter_user_id: user_id } = await selectTicket(ctx, { chat_thread_id })
  const seen = user_id !== null && (await managesPerson(ctx, user_id, 'READ').catch(() => false))
  if (!seen) return { user_id: null, courses: [], payment: null, device: null, can: { profile: false, viewAs: false } }
  const [courses, payment, device] = await Promise.all([
    listCourses(ctx, user_id),
    findLastPayment(ctx, user_id),
    findLastDevice(ctx, user_id),
  ])
  return { user_id, courses, payment, device, can: { profile: true, viewAs: holds(ctx.actor, 'CAN_VIEW_AS:READ') } }
}

async function listCourses(ctx: Ctx, user_id: number): Promise<ContextCourse[]> {
  const { sql, actor, locale } = ctx
  const rows = await sql<Row>`
    select c.student_course_id, c.course_name, c.lk_student_course_status_id, c.expires_at,
      (select sum(p.spent_ms)::float8 from learning.v_student_progress p
       where p.student_course_id = c.student_course_id) as spent_ms,
      r.agency, r.state as report_state, r.message as report_message,
      (select max(k.student_certificate_id) from learning.v_student_certificate k
       where k.student_course_id = c.student_course_id and k.deleted_at is null) as student_certificate_id
    from learning.v_student_course c
    left join lateral (
      select agency, state, message from learning.v_completion_report r
      where r.student_course_id = c.student_course_id order by r.completion_report_id desc limit 1) r on true
    where c.user_id = ${user_id} order by c.student_course_id desc limit ${mostCourses}`
  return Promise.all(
    rows.map(async (row) => ({
      student_course_id: row.student_course_id,
      course_name: row.course_name ?? '',
      state: label(lk_student_course_status, row.lk_student_course_status_id, locale),
      reason: await findReason(ctx, row.student_course_id, row.lk_student_course_status_id as StudentCourseStatus),
      expires_at: row.expires_at?.toISOString() ?? null,
      minutes: Math.floor((row.spent_ms ?? 0) / 60_000),
      report: row.agency ? { agency: row.agency, state: row.report_state ?? '', message: row.report_message } : null,
      student_certificate_id: row.student_certificate_id,
      can: {
        unlock: row.lk_student_course_status_id === status.disabled && holds(actor, 'MANAGE_STUDENTS:UPDATE'),
        certificate: row.student_certificate_id !== null && holds(actor, 'MANAGE_CERTIFICATES:UPDATE'),
      },
    })),
  )
}

async function findLastPayment({ sql, locale }: Ctx, user_id: number): Promise<TicketContext['payment']> {
  const [row] = await sql<{ lk_payment_status_id: number; created_at: Date }>`
    select lk_payment_status_id, created_at from checkout.v_payment
    where user_id = ${user_id} order by payment_id desc limit 1`
  return row
    ? { state: label(lk_payment_status, row.lk_payment_status_id, locale), at: row.created_at.toISOString() }
    : null
}
