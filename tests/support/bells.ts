import type { Database } from '#platform/db/database.ts'
import { localizeSentence, type SentenceParams } from '#platform/sentence.ts'
import type { Locale } from '#platform/texts.ts'

/** A person's notifications in a language, in order. */
export async function bellsOf({ read }: Pick<Database, 'read'>, user_id: number, locale: Locale = 'en-us') {
  const rows = await read<{ cause: string; en: string; es: string; params: SentenceParams; href: string | null }>`
    select cause, text_en as en, text_es as es, params, href from identity.notification
    where user_id = ${user_id} order by notification_id`
  return rows.map(({ cause, en, es, params, href }) => ({
    cause,
    href,
    text: localizeSentence(locale, { text: [en, es], params }),
  }))
}
