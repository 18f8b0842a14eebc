import { forgetSupportSettings } from '#modules/settings/support/support-settings.sql.ts'
import type { Database } from '#platform/db/database.ts'
import { setAddedLanguages } from '#platform/languages.ts'
import type { Log } from '#platform/log.ts'
import { setChangedTexts } from '#platform/texts.ts'
import { readChangedTexts, type StaffTexts } from './translation.sql.ts'

/** Sets this process's texts and languages to those of staff. */
function setTexts({ revision, byLanguage, languages }: StaffTexts): void {
  setChangedTexts(revision, byLanguage)
  setAddedLanguages(languages)
}

/**
 * Keeps this process's cached settings in sync with the database, which notifies it of each committed change, and
 * rereads them after an interruption. Pages pay nothing for it. Returns a function that stops it.
 */
export async function followSettings(
  database: Pick<Database, 'read' | 'listen'>,
  log: Pick<Log, 'error'>,
  apply: typeof setTexts = setTexts,
): Promise<() => void> {
  let reading: Promise<void> | null = null
  let isStale = false

  async function read(): Promise<void> {
    do {
      isStale = false
      apply(await readChangedTexts(database.read))
    } while (isStale)
  }
  /** One read at a time, repeated if a change arrived during it. */
  function refresh(): Promise<void> {
    isStale = true
    reading ??= read()
      .catch((error) => log.error('texts.not_read', error))
      .finally(() => {
        reading = null
      })
    return reading
  }

  const hear = (what: string) => {
    if (what === 'texts') void refresh()
    else forgetSupportSettings()
  }
  const stop = await database.listen('settings_changed', hear, () => {
    forgetSupportSettings()
    void refresh()
  })
  await refresh()
  return stop
}
