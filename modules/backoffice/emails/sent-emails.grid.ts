import { sentenceOf } from '#modules/backoffice/event-history/actions.ts'
import { lk_email_kind } from '#modules/backoffice/lookups.shared.ts'
import { findPeopleWithRemoved } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { sqlPath } from '#platform/db/sql-path.ts'
import { defineGrid } from '#platform/grid/grid.ts'
import type { InScope } from '#platform/grid/grid-source.ts'
import { declaredEmails } from '#platform/mail/declare-email.ts'
import { staff } from '#platform/permissions.ts'
import { hasTrigram, searchPattern } from '#platform/search-form.ts'
import { sentWords as words } from './sent-emails.texts.ts'

const emailKinds = ['security', 'service', 'personal', 'reminder'] as const

/** The emails sent to people in the organizations in scope; `p` is the recipient. */
const fromSentEmails = (sql: Sql, inScope: InScope, needs: ReadonlySet<string>): Fragment => sql`
  from platform.v_audit_event e
  ${needs.has('organization') ? sql`join identity.v_organization o on o.organization_id = e.organization_id` : sql``}
  ${needs.has('person') ? sql`left join identity.v_person p on p.user_id = e.subject_user_id` : sql``}
  where e.action = 'mail.sent' and ${inScope(sql`e.organization_id`)}`

/** An expression for the kind of email, as declared. */
function kindSql(sql: Sql): Fragment {
  const emails = declaredEmails()
  const names = emails.map(({ name }) => name)
  const kinds = emails.map(({ kind }) => emailKinds.indexOf(kind) + 1)
  return sql`(${kinds}::int[])[array_position(${names}::text[], e.after ->> 'letter')]`
}

/** GET /settings/sentEmails: sent emails with recipient and time, newest first. */
export const sentEmails = defineGrid({
  calls: { fetch: 'GET /settings/sentEmails', export: 'GET /settings/exportSentEmails' },
  added: ['fetch', 'export'],
  rows: 'data',
  file: 'SentEmails.xlsx',
  title: words.title,
  empty: words.empty,
  may: staff('MANAGE_SETTINGS:READ'),
  from: fromSentEmails,
  findKeys: findSentEmails,
  order: ['-sent_at'],
  key: 'audit_id',
  columns: {
    email: {
      label: words.email,
      kind: 'text',
      sql: (sql) => sql`('mail.sent:' || coalesce(e.after ->> 'letter', ''))`,
      words: sentenceOf,
    },
    lk_email_kind_id: {
      label: words.kind,
      kind: 'status',
      nullable: true,
      sql: kindSql,
      choices: lk_email_kind,
      tones: { 1: 'orange', 2: 'blue', 3: 'purple', 4: 'gray' },
    },
    recipient: {
      label: words.recipient,
      kind: 'text',
      needs: 'person',
      nullable: true,
      search: true,
      link: 'link',
      sql: (sql) => sql`nullif(trim(p.first_name || ' ' || p.last_name), '')`,
    },
    address: {
      label: words.address,
      kind: 'text',
      needs: 'person',
      nullable: true,
      search: true,
      sql: (sql) => sql`p.email`,
    },
    sent_at: { label: words.sentAt, kind: 'instant', precise: true, sql: (sql) => sql`e.at` },
    organization_name: {
      label: words.organization,
      kind: 'text',
      needs: 'organization',
      search: true,
      sql: (sql) => sql`o.name`,
    },
    audit_id: { label: words.number, kind: 'number', sql: (sql) => sql`e.audit_event_id`, shown: 'hidden' },
    link: {
      label: words.recipient,
      kind: 'text',
      needs: 'person',
      nullable: true,
      sql: (sql) => sqlPath(sql, '/manage/event-history/user/:user_id', { user_id: sql`p.user_id` }),
      filter: false,
      sort: false,
      shown: 'never',
    },
    organization_id: {
      label: words.organization,
      kind: 'number',
      sql: (sql) => sql`e.organization_id`,
      shown: 'never',
    },
  },
})

const maxFound = 5_000
/** Keys of lists are integers of four bytes; events have longer ids. */
const maxKey = 2 ** 31 - 1

/**
 * The emails to people with these words in their names or addresses. Null if they are not few, or a word occurs in the
 * name of an organization, all of whose emails match it.
 */
async function findSentEmails(ctx: Ctx, words: readonly string[]): Promise<readonly number[] | null> {
  const { sql, organization } = ctx
  const scope = sql.array([...organization.scope])
  const patterns = words.filter(hasTrigram).map(searchPattern)
  const [people, [named]] = await Promise.all([
    findPeopleWithRemoved(ctx, words),
    sql<{ organization_id: number }>`
      select organization_id from identity.v_organization
      where organization_id = any(${scope}::int[])
        and platform.search_form(name) like any(${sql.array(patterns)}::text[]) limit 1`,
  ])
  if (!people || named) return null
  const rows = await sql<{ audit_event_id: number }>`
    select audit_event_id from platform.v_audit_event
    where organization_id = any(${scope}::int[]) and subject_user_id = any(${sql.array([...people])}::int[])
      and action = 'mail.sent'
    limit ${maxFound + 1}`
  const ids = rows.map(({ audit_event_id }) => audit_event_id)
  return ids.length > maxFound || ids.some((id) => id > maxKey) ? null : ids
}
