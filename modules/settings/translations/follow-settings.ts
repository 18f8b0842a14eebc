import { clearSupportSettingsCache } from '#modules/settings/support/support-settings.sql.ts'
import type { Database } from '#platform/db/database.ts'
import { setAddedLanguages } from '#platform/languages.ts'
import type { Log } from '#platform/log.ts'
import { setChangedTexts } from '#platform/texts.ts'
import { type StaffTexts, selectStaffTexts } from './translation.sql.ts'

/** Applies the texts and languages changed by staff to this process. */
function setTexts({ revision, byLanguage, languages }: StaffTexts): void {
  setChangedTexts(revision, byLanguage)
  setAddedLanguages(languages)
}

/**
 * Keeps this process's cached settings in sync with the database, which notifies of each committed change; they are
 * reread after an interruption. Pages need no queries for them. Returns a function that stops this.
 */
export async function syncSettings(
  database: Pick<Database, 'read' | 'listen'>,
  log: Pick<Log, 'error'>,
  apply: typeof setTexts = setTexts,
): Promise<() => void> {
  let currentRead: Promise<void> | null = null
  let isStale = false

  async function read(): Promise<void> {
    do {
      isStale = false
      apply(await selectStaffTexts(database.read))
    } while (isStale)
  }
  /** Reads the settings, with one read at a time, which is repeated if a change arrives meanwhile. */
  function refresh(): Promise<void> {
    isStale = true
    currentRead ??= read()
      .catch((error) => log.error('texts.not_read', error))
      .finally(() => {
        currentRead = null
      })
    return currentRead
  }

  const onChange = (topic: string) => {
    if (topic === 'texts') void refresh()
    else clearSupportSettingsCache()
  }
  const stop = await database.listen('settings_changed', onChange, () => {
    clearSupportSettingsCache()
    void refresh()
  })
  await refresh()
  return stop
}
