import type { Ctx } from '#platform/ctx.ts'
import type { ChangedText } from '#platform/texts.ts'

type SqlContext = Pick<Ctx, 'sql'>

/** An organization's own wording of a text in an email; inherited if `words` is null. */
export type EmailWords = {
  organization_id: number
  email: string
  key: string
  language: string
  english: string
  spanish: string
  words: string | null
  version: number
  changed_at: Date
  changed_by: number | null
}

/** The own texts of these organizations, in the given order, for one email or for all. */
export const listEmailWords = async (
  { sql }: SqlContext,
  organizations: readonly number[],
  email?: string,
): Promise<EmailWords[]> => sql<EmailWords>`
  select organization_id, email, key, language, english, spanish, words, version, changed_at, changed_by
  from settings.email_words w
  where organization_id = any(${sql.array(organizations)}) and ${email ? sql`email = ${email}` : sql`true`}
  order by array_position(${sql.array(organizations)}, organization_id), email, language, key`

/** Serializes changes to an organization's emails. */
export async function lockEmailWords({ sql }: SqlContext, organization_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('settings.email_words'), ${organization_id})`
}

export type NewWords = Pick<EmailWords, 'key' | 'english' | 'spanish' | 'words'>
type EmailVersion = Pick<EmailWords, 'organization_id' | 'email' | 'language'> & { version: number; changed_by: number }

export async function saveEmailWords(
  { sql }: SqlContext,
  emailVersion: EmailVersion,
  list: readonly NewWords[],
): Promise<void> {
  const { organization_id, email, language, version, changed_by } = emailVersion
  await sql`
    insert into settings.email_words
      (organization_id, email, key, language, english, spanish, words, version, changed_by)
    select ${organization_id}, ${email}, key, ${language}, english, spanish, words, ${version}, ${changed_by}
    from jsonb_to_recordset(${sql.json(list)}) as w (key text, english text, spanish text, words text)
    on conflict (organization_id, email, language, key) do update set
      english = excluded.english, spanish = excluded.spanish, words = excluded.words, version = excluded.version,
      changed_at = platform.now(), changed_by = excluded.changed_by`
}

/** The effective texts of an email by language. The nearest organization with its own text takes precedence. */
export function effectiveWords(rows: readonly EmailWords[]): Record<string, ChangedText[]> {
  const byLanguage: Record<string, ChangedText[]> = {}
  const keys = new Set<string>()
  for (const { language, key, english, spanish, words } of rows) {
    if (words === null || keys.has(`${language} ${key}`)) continue
    keys.add(`${language} ${key}`)
    const list = byLanguage[language] ?? []
    list.push([english, spanish, words])
    byLanguage[language] = list
  }
  return byLanguage
}
