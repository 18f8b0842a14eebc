import type { Sql } from '#platform/db/sql.ts'

export type SystemLanguage = {
  system_language_id: number
  language: string
  name: string
  lk_system_language_status_id: number
  default_ind: boolean
}

type Reader = { readonly sql: Sql }

/** The product's languages and those added by staff. */
export const listLanguages = async ({ sql }: Reader): Promise<SystemLanguage[]> => sql<SystemLanguage>`
  select system_language_id, language, name, lk_system_language_status_id, default_ind
  from settings.system_language where deleted_at is null order by system_language_id`

/** Adds a language, or renames one; a deleted one is restored with its translations. */
export async function upsertLanguage({ sql }: Reader, { language, name }: Pick<SystemLanguage, 'language' | 'name'>) {
  await sql`
    insert into settings.system_language (language, name, lk_system_language_status_id)
    values (${language}, ${name}, ${languageStatus.Off})
    on conflict (language) do update set name = excluded.name, deleted_at = null`
}

export async function markLanguageDeleted({ sql }: Reader, language: string): Promise<void> {
  await sql`
    update settings.system_language
    set deleted_at = platform.now(), lk_system_language_status_id = ${languageStatus.Off}
    where language = ${language} and deleted_at is null`
}

/** The lk_system_language_status_id: whether visitors can choose the language. */
export const languageStatus = { On: 1, Off: 2 } as const

/** Lets visitors choose a language, or stops offering it. */
export async function switchLanguages({ sql }: Reader, languages: readonly string[], on: boolean): Promise<void> {
  await sql`
    update settings.system_language set lk_system_language_status_id = ${on ? languageStatus.On : languageStatus.Off}
    where language = any(${sql.array(languages)}::text[]) and deleted_at is null`
}
