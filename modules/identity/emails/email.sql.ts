import { emailQueued } from '#modules/identity/facts.ts'
import { localeOf } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'

type EmailKind = 'written' | 'sign-in-changed'

type NewEmail = {
  user_id: number
  organization_id: number
  kind: EmailKind
  to_email: string
  subject?: string
  message?: string
  sent_by?: number
}

/** Stores an email and has a job send it. */
export async function insertEmail(ctx: Ctx, email: NewEmail): Promise<number> {
  const [row] = await ctx.sql<{ letter_id: number }>`
    insert into identity.letter ${ctx.sql({ ...email, created_at: ctx.now })} returning letter_id`
  await ctx.emit(emailQueued, { letter_id: row!.letter_id })
  return row!.letter_id
}

/** An email to be sent, with its envelope data. */
export type OwedEmail = {
  letter_id: number
  user_id: number
  organization_id: number
  organization_code: string
  organization_name: string
  kind: EmailKind
  to_email: string
  subject: string
  message: string
  first_name: string
  loginid: string
  email: string
  sender_name: string
  sent_by: number | null
  locale: Locale
}

/** An email by id; null if it does not exist or its person was removed. Sent emails can still be read. */
export async function findEmail(ctx: Pick<Ctx, 'sql'>, letter_id: number): Promise<OwedEmail | null> {
  const [row] = await ctx.sql<Omit<OwedEmail, 'locale'> & { lk_language_id: number }>`
    select l.letter_id, l.user_id, l.organization_id, o.code as organization_code, o.name as organization_name, l.kind,
           l.to_email, l.subject, l.message, l.sent_by, p.first_name, p.loginid, p.email, p.lk_language_id,
           coalesce(trim(s.first_name || ' ' || s.last_name), '') as sender_name
    from identity.letter l
    join identity.person p using (user_id)
    join identity.organization o on o.organization_id = l.organization_id
    left join identity.person s on s.user_id = l.sent_by
    where l.letter_id = ${letter_id} and p.deleted_at is null`
  if (!row) return null
  const { lk_language_id, ...email } = row
  return { ...email, locale: localeOf(lk_language_id) }
}

/** Marks an email as sent. */
export const markEmailSent = async (ctx: Pick<Ctx, 'sql' | 'now'>, letter_id: number): Promise<void> => {
  await ctx.sql`
    update identity.letter set sent_at = coalesce(sent_at, ${ctx.now}) where letter_id = ${letter_id}`
}
