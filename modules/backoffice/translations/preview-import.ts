import { cleanTranslation, findTranslationFault } from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { runsProduct } from '#platform/operator.ts'
import { readInWorker } from '#platform/readers/read-in-worker.ts'
import { localize } from '#platform/texts.ts'
import { loadRows, type TranslationRow } from './fetch-translations.ts'
import type { TranslationEntry } from './save-translations.ts'
import { translationsReader } from './translations.reader.ts'
import { translationTexts } from './translations.texts.ts'

/** The changes that a file would make in a language. */
export type ImportPreview = {
  language: string
  /** Entries for `saveTranslations`: changed and valid ones. */
  entries: TranslationEntry[]
  added: number
  changed: number
  same: number
  /** Omitted lines with the reason. */
  refused: { key: string; reason: string }[]
}

const maxRefused = 100

/** Whether a text already has this translation: one that needs a review does not count as approved. */
function isTranslated(
  { msgstr, states }: TranslationRow,
  language: string,
  text: string,
  state: 'review' | 'approved',
) {
  const storedState = states[language]
  return text === msgstr[language] && (storedState === 'product' || storedState === 'approved' || storedState === state)
}

/** Parses a translation file; null if it is not one. An empty translation changes nothing. */
export async function previewImport(
  ctx: Ctx,
  { language, text, state }: { language: string; text: string; state: 'review' | 'approved' },
): Promise<ImportPreview | null> {
  if (!runsProduct(ctx)) return null
  const lines = await readInWorker(ctx, translationsReader, text)
  if (!lines) return null
  const { rows, languages } = await loadRows(ctx)
  if (!languages.some((available) => available.language === language)) return null
  const byKey = new Map(rows.filter(({ places }) => places.length > 0).map((row) => [row.key, row]))
  const preview: ImportPreview = { language, entries: [], added: 0, changed: 0, same: 0, refused: [] }
  for (const { key, translation } of lines) {
    const row = byKey.get(key)
    const words = cleanTranslation(translation)
    const fault = row && words !== '' ? findTranslationFault(row.english, words, language) : null
    if (!row) preview.refused.push({ key, reason: localize(ctx.locale, translationTexts.keyUnknown) })
    else if (fault) preview.refused.push({ key, reason: localize(ctx.locale, fault.text, fault.params) })
    else if (words === '' || isTranslated(row, language, words, state)) preview.same++
    else {
      preview[row.msgstr[language] === undefined ? 'added' : 'changed']++
      preview.entries.push({ key, language: [language], msgstr: { [language]: words }, state })
    }
  }
  return { ...preview, refused: preview.refused.slice(0, maxRefused) }
}
