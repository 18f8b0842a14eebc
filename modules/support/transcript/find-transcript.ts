import { localeOf, roleId } from '#modules/identity/index.ts'
import { listMessages, type MessageRow } from '#modules/support/messages/message.sql.ts'
import { saidTexts } from '#modules/support/tickets/said.texts.ts'
import { visitorPath } from '#modules/support/tickets/visitor-key.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dateFormat } from '#platform/locale-format.ts'
import { pathTo } from '#platform/path-to.ts'
import { type Locale, localText } from '#platform/texts.ts'
import { transcriptTexts } from './transcript.texts.ts'

/** The number of messages included; only the newest of a long ticket. */
const maxMessages = 1_000
/** The maximum size in characters; older messages are left out. */
const maxLength = 1_000_000

export type TranscriptEmail = {
  user_id: number | null
  organization_id: number
  organization_code: string | null
  organization_name: string
  locale: Locale
  to: string
  first_name: string
  issue_id: number
  issue_name: string
  path: string
  /** The file's content. */
  transcript: string
}

type TranscriptQuery = { issue_id: number; user_id: number | null; through: number }
type TranscriptRow = Omit<TranscriptEmail, 'locale' | 'path' | 'transcript'> & {
  lk_language_id: number
  chat_thread_id: number
  time_zone: string
  school: string
}

/**
 * The messages of a ticket as the requester could read them at that time. Null if the requester no longer exists, or
 * is no longer its reporter or staff of its organization. For jobs.
 */
export async function findTranscript(
  ctx: Ctx,
  { issue_id, user_id, through }: TranscriptQuery,
): Promise<TranscriptEmail | null> {
  const [row] = await ctx.sql<TranscriptRow>`
    select ${user_id}::int as user_id, t.organization_id, o.code as organization_code, o.name as organization_name,
      coalesce(p.lk_language_id, t.lk_language_id) as lk_language_id, coalesce(p.email, t.visitor_email) as to,
      coalesce(p.first_name, t.visitor_name, '') as first_name, t.issue_id, t.chat_thread_id, t.issue_name,
      o.time_zone, o.name as school
    from support.ticket t
    join identity.v_organization o on o.organization_id = t.organization_id
    left join identity.v_person p on p.user_id = ${user_id}::int and p.deleted_at is null
    where t.issue_id = ${issue_id}
      and case when ${user_id}::int is null then t.reporter_user_id is null
               else p.user_id is not null
                    and (t.reporter_user_id = p.user_id or p.lk_user_role_id <> ${roleId.Student}) end`
  if (!row) return null
  const { lk_language_id, chat_thread_id, time_zone, school, ...email } = row
  const locale = localeOf(lk_language_id)
  const messages = await listMessages(ctx, issue_id, { through, limit: maxMessages })
  const path = user_id === null ? visitorPath(ctx, issue_id) : pathTo('/support/:id', { id: chat_thread_id })
  const transcript = formatTranscript(messages, {
    locale,
    time_zone,
    school,
    title: `${row.issue_name} (#${chat_thread_id})`,
  })
  return { ...email, locale, path, transcript }
}

type TranscriptOptions = { locale: Locale; time_zone: string; school: string; title: string }

function formatTranscript(
  messages: readonly MessageRow[],
  { locale, time_zone, school, title }: TranscriptOptions,
): string {
  const format = dateFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: time_zone,
  })
  const t = (key: keyof typeof transcriptTexts) => localText(locale, transcriptTexts, key)
  const parts = messages.map((row) => {
    const name = row.said ? school : `${row.first_name} ${row.last_name}`.trim()
    const text = row.said ? localText(locale, saidTexts, row.said, { name: row.first_name }) : row.message
    const lines = [text, row.file_key === null ? '' : `[${t('image')}]`].filter((line) => line !== '')
    return [`${format.format(row.created_at)} · ${name}`, ...lines].join('\n')
  })
  const newestLines: string[] = []
  let length = 0
  for (const part of parts.toReversed()) {
    length += part.length
    if (length > maxLength) break
    newestLines.unshift(part)
  }
  const isComplete = newestLines.length === parts.length && messages.at(0)?.sequence === 1
  return `${[title, ...(isComplete || newestLines.length === 0 ? [] : [t('newest')]), ...newestLines].join('\n\n')}\n`
}
