import {
  languageStatus,
  listLanguages,
  listTranslations,
  type ProductText,
  productTextsPort,
  setLanguagesOffered,
  type TranslationEdit,
} from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'

type Words = Pick<ProductText, 'english' | 'spanish'>
type Stored = (Words & { state: string }) | null | undefined

/** Whether a translation is used: approved, and made from the product's current text. */
const isUsed = (text: Words | undefined, stored: Stored): boolean =>
  stored?.state === 'approved' && stored.english === text?.english && stored.spanish === text.spanish

/**
 * Switches on the languages whose last missing text these edits approved, so that visitors can choose them. One that
 * staff switched off stays off while its texts are reworded. Returns those switched on.
 */
export async function switchOnComplete(ctx: Ctx, edits: readonly TranslationEdit[]): Promise<string[]> {
  const edited = new Set(edits.map(({ language }) => language))
  const offLanguages = (await listLanguages(ctx)).filter(
    ({ language, lk_system_language_status_id }) =>
      lk_system_language_status_id === languageStatus.Off && edited.has(language),
  )
  if (offLanguages.length === 0) return []
  const texts = new Map((await ctx.use(productTextsPort)()).map((text) => [text.key, text]))
  const translations = await listTranslations(ctx)
  const complete = offLanguages
    .map(({ language }) => language)
    .filter((language) => {
      const translated = translations.filter(
        (translation) => translation.language === language && isUsed(texts.get(translation.key), translation),
      )
      const wasMissing = edits.some((edit) => edit.language === language && !isUsed(texts.get(edit.key), edit.before))
      return texts.size > 0 && translated.length === texts.size && wasMissing
    })
  if (complete.length > 0) await setLanguagesOffered(ctx, complete, true)
  return complete
}
