import { localeOf } from '#modules/identity/index.ts'
import { answerUnread } from '#modules/support/facts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import type { Locale } from '#platform/texts.ts'
import { visitorPath } from './visitor-key.ts'

const batchSize = 100

/**
 * Schedules an email for each staff answer that its reporter has not read within five minutes. For a visitor, who has
 * no other way to learn of it, the email is sent immediately. For an organization, reading by any of its own staff
 * counts. Each answer is emailed once. For jobs.
 */
export async function announceUnreadAnswers(ctx: Ctx): Promise<void> {
  await ctx.tx(async (inner) => {
    const tickets = await inner.sql<{ issue_id: number; sequence: number; unread: boolean }>`
      with due as (
        select t.issue_id, t.last_staff_sequence as sequence,
          t.notify_email and t.last_staff_sequence > coalesce((
            select max(r.last_read) from support.reading r
            where r.issue_id = t.issue_id and (r.user_id = t.reporter_user_id or r.user_id in (
              select p.user_id from identity.v_person p
              where p.user_id = r.user_id and p.organization_id = t.reporter_organization_id))), 0) as unread
        from support.ticket t
        where t.last_staff_sequence > t.emailed_sequence
          and t.last_staff_at <= platform.now() - case when t.reporter_user_id is null and t.visitor_email is not null then interval '0' else interval '5 minutes' end
        order by t.last_staff_at limit ${batchSize} for update of t skip locked)
      update support.ticket t set emailed_sequence = due.sequence from due where t.issue_id = due.issue_id
      returning t.issue_id, due.sequence, due.unread`
    for (const { issue_id, sequence, unread } of tickets)
      if (unread) await inner.emit(answerUnread, { issue_id, sequence })
  })
}

/** The data of an email about a ticket; texts are in the reporter's language. */
export type TicketEmail = {
  user_id: number | null
  organization_id: number
  organization_code: string | null
  organization_name: string
  locale: Locale
  to: string
  first_name: string
  issue_id: number
  issue_name: string
  /** The newest staff answer, or null. */
  answer: string | null
  path: string
}

type Row = Omit<TicketEmail, 'locale' | 'path'> & {
  lk_language_id: number
  chat_thread_id: number
  /** For a person or visitor, not an organization. */
  personal: boolean
}

/** The email about a ticket; null if its reporter no longer exists or has no address. For jobs. */
export async function findTicketEmail(ctx: Ctx, { issue_id }: { issue_id: number }): Promise<TicketEmail | null> {
  const [row] = await ctx.sql<Row>`
    select t.reporter_user_id as user_id, t.organization_id, o.code as organization_code, o.name as organization_name,
      t.lk_language_id, coalesce(p.email, t.visitor_email, o.email) as to,
      coalesce(p.first_name, t.visitor_name, t.reporter_first_name) as first_name,
      t.reporter_organization_id is null as personal, t.issue_id, t.chat_thread_id, t.issue_name,
      (select m.message from support.message m
       where m.issue_id = t.issue_id and m.side = 'staff' order by m.sequence desc limit 1) as answer
    from support.ticket t
    join identity.v_organization o on o.organization_id = t.organization_id
    left join identity.v_person p on p.user_id = t.reporter_user_id and p.deleted_at is null
    where t.issue_id = ${issue_id} and (t.reporter_user_id is null or p.user_id is not null)`
  // An organization may have no address of its own.
  if (!row?.to) return null
  const { lk_language_id, chat_thread_id, personal, ...email } = row
  const path =
    row.user_id === null && personal ? visitorPath(ctx, issue_id) : pathTo('/support/:id', { id: chat_thread_id })
  return { ...email, locale: localeOf(lk_language_id), path }
}
