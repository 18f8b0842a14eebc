import { languageStatus } from '#modules/settings/languages/language.sql.ts'
import { literal } from '#platform/db/literal.ts'
import type { Sql } from '#platform/db/sql.ts'
import type { Language } from '#platform/languages.ts'
import { type ChangedText, locales } from '#platform/texts.ts'

export type TranslationState = 'review' | 'approved'
export type Translation = {
  key: string
  language: string
  msgstr: string
  english: string
  spanish: string
  state: TranslationState
  text_change_id: number
}
export type TextChangeKind = 'save' | 'delete' | 'import' | 'revert' | 'language'

type SqlContext = { readonly sql: Sql }

/** Lists all translations, or those of some keys. */
export const listTranslations = async ({ sql }: SqlContext, keys?: readonly string[]): Promise<Translation[]> =>
  sql<Translation>`
    select key, language, msgstr, english, spanish, state, text_change_id::int
    from settings.translation t
    where ${keys ? sql`key = any(${sql.array(keys)}::text[])` : sql`true`}
    order by key, language`

/** The latest revision of texts and languages; 0 before the first change. */
export async function selectTextsRevision({ sql }: SqlContext): Promise<number> {
  const [row] = await sql<{ revision: number }>`
    select coalesce(max(text_change_id), 0)::int as revision from settings.text_change`
  return row!.revision
}

/**
 * Serializes changes to texts and languages, so that a revision never becomes visible before an earlier one. Returns
 * the latest revision.
 */
export async function lockTexts(reader: SqlContext): Promise<number> {
  await reader.sql`select pg_advisory_xact_lock(hashtext('settings.text_change'))`
  return selectTextsRevision(reader)
}

/** Whether one of these keys was changed after a revision. */
export async function isChangedSince({ sql }: SqlContext, keys: readonly string[], revision: number): Promise<boolean> {
  const [laterEvent] = await sql`
    select from settings.translation_event
    where key = any(${sql.array(keys)}::text[]) and text_change_id > ${revision} limit 1`
  return laterEvent !== undefined
}

/** Starts a set of changes. The caller must hold the lock. */
export async function insertTextChange({ sql }: SqlContext, kind: TextChangeKind, changed_by: number): Promise<number> {
  const [row] = await sql<{ id: number }>`
    insert into settings.text_change ${sql({ kind, changed_by })} returning text_change_id::int as id`
  return row!.id
}

/** A translation before and after an edit; null for the product's own text. */
export type TranslationEdit = {
  key: string
  language: string
  before: Translation | null
  after: StoredTranslation | null
}
type StoredTranslation = Pick<Translation, 'msgstr' | 'english' | 'spanish' | 'state'>

/** Applies the edits of a set of changes, and records them as events. */
export async function applyEdits({ sql }: SqlContext, text_change_id: number, edits: readonly TranslationEdit[]) {
  const removedEdits = edits.filter(({ after }) => after === null)
  const upserts = edits.filter(({ after }) => after !== null)
  const events = edits.map(({ key, language, before, after }) => ({
    key,
    language,
    before: before && toStoredTranslation(before),
    after,
  }))
  await sql`
    insert into settings.translation_event (text_change_id, key, language, before, after)
    select ${text_change_id}, key, language, before, after
    from jsonb_to_recordset(${sql.json(events)}) as e (key text, language text, before jsonb, after jsonb)`
  if (removedEdits.length > 0) {
    await sql`
      delete from settings.translation t
      using jsonb_to_recordset(${sql.json(removedEdits.map(({ key, language }) => ({ key, language })))})
        as e (key text, language text)
      where t.key = e.key and t.language = e.language`
  }
  if (upserts.length === 0) return
  const rows = upserts.map(({ key, language, after }) => ({ key, language, ...after }))
  await sql`
    insert into settings.translation (key, language, msgstr, english, spanish, state, text_change_id)
    select key, language, msgstr, english, spanish, state, ${text_change_id}
    from jsonb_to_recordset(${sql.json(rows)})
      as e (key text, language text, msgstr text, english text, spanish text, state text)
    on conflict (language, key) do update set
      msgstr = excluded.msgstr, english = excluded.english, spanish = excluded.spanish, state = excluded.state,
      text_change_id = excluded.text_change_id`
}

export const toStoredTranslation = ({ msgstr, english, spanish, state }: StoredTranslation): StoredTranslation => ({
  msgstr,
  english,
  spanish,
  state,
})

export type TranslationEvent = {
  text_change_id: number
  kind: TextChangeKind
  changed_at: Date
  changed_by: number | null
  key: string
  language: string
  before: StoredTranslation | null
  after: StoredTranslation | null
}

const maxEvents = 100

/** The history of a key, newest first, or all events of a set of changes. */
export const listEvents = async (
  { sql }: SqlContext,
  filter: { key: string } | { text_change_id: number },
): Promise<TranslationEvent[]> => sql<TranslationEvent>`
  select e.text_change_id::int, c.kind, c.changed_at, c.changed_by, e.key, e.language, e.before, e.after
  from settings.translation_event e join settings.text_change c using (text_change_id)
  where ${
    'key' in filter
      ? sql`e.key = ${filter.key} order by e.text_change_id desc, e.language limit ${maxEvents}`
      : sql`e.text_change_id = ${filter.text_change_id} order by e.key, e.language`
  }`

export type TextChange = { text_change_id: number; kind: TextChangeKind; changed_at: Date; count: number }

/** The newest sets of changes to texts. */
export const listTextChanges = async ({ sql }: SqlContext): Promise<TextChange[]> => sql<TextChange>`
  select c.text_change_id::int, c.kind, c.changed_at,
         (select count(*)::int from settings.translation_event e where e.text_change_id = c.text_change_id) as count
  from settings.text_change c where c.kind <> 'language'
  order by c.text_change_id desc limit 20`

/** The texts and languages changed by staff, as cached by each process. */
export type StaffTexts = {
  revision: string
  byLanguage: Record<string, ChangedText[]>
  /** The added languages that visitors can choose. */
  languages: Language[]
}

/** The approved texts, in the languages that visitors can choose. */
export async function selectStaffTexts(sql: Sql): Promise<StaffTexts> {
  const [row] = await sql<{
    revision: number
    languages: Language[]
    texts: { language: string; english: string; spanish: string; msgstr: string }[]
  }>`
    select (select coalesce(max(text_change_id), 0)::int from settings.text_change) as revision,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', l.system_language_id, 'language', l.language, 'name', l.name)
                         order by l.system_language_id)
        from settings.system_language l
        where l.system_language_id > ${locales.length} and ${offeredSql(sql)}), '[]') as languages,
      coalesce((
        select jsonb_agg(jsonb_build_object('language', t.language, 'english', t.english, 'spanish', t.spanish,
                                            'msgstr', t.msgstr) order by t.text_change_id)
        from settings.translation t join settings.system_language l using (language)
        where t.state = 'approved' and ${offeredSql(sql)}), '[]') as texts`
  const { revision, texts, languages } = row!
  const byLanguage: Record<string, ChangedText[]> = {}
  for (const { language, english, spanish, msgstr } of texts) {
    const list = byLanguage[language] ?? []
    list.push([english, spanish, msgstr])
    byLanguage[language] = list
  }
  return { revision: String(revision), byLanguage, languages }
}

const offeredSql = (sql: Sql) =>
  sql`l.deleted_at is null and l.lk_system_language_status_id = ${literal(sql, languageStatus.On)}`
