import type { Sql } from '#platform/db/sql.ts'

export type SystemLanguage = {
  system_language_id: number
  language: string
  name: string
  lk_system_language_status_id: number
  default_ind: boolean
}

type SqlContext = { readonly sql: Sql }

/** The product's languages and those added by staff. */
export const listLanguages = async ({ sql }: SqlContext): Promise<SystemLanguage[]> => sql<SystemLanguage>`
  select system_language_id, language, name, lk_system_language_status_id, default_ind
  from settings.system_language where deleted_at is null order by system_language_id`

/** Adds or renames a language; a deleted one is restored with its translations. */
export async function upsertLanguage(
  { sql }: SqlContext,
  { language, name }: Pick<SystemLanguage, 'language' | 'name'>,
) {
  await sql`
    insert into settings.system_language (language, name, lk_system_language_status_id)
    values (${language}, ${name}, ${languageStatus.Off})
    on conflict (language) do update set name = excluded.name, deleted_at = null`
}

export async function markLanguageDeleted({ sql }: SqlContext, language: string): Promise<void> {
  await sql`
    update settings.system_language
    set deleted_at = platform.now(), lk_system_language_status_id = ${languageStatus.Off}
    where language = ${language} and deleted_at is null`
}

/** The ids of lk_system_language_status: visitors can choose a language that is on. */
export const languageStatus = { On: 1, Off: 2 } as const

/** Offers languages to visitors, or stops offering them. */
export async function setLanguagesOffered(
  { sql }: SqlContext,
  languages: readonly string[],
  on: boolean,
): Promise<void> {
  await sql`
    update settings.system_language set lk_system_language_status_id = ${on ? languageStatus.On : languageStatus.Off}
    where language = any(${sql.array(languages)}::text[]) and deleted_at is null`
}
