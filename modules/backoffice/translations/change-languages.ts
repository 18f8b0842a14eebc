import { backofficeErrors } from '#modules/backoffice/errors.ts'
import {
  insertTextChange,
  languageStatus,
  listLanguages,
  lockTexts,
  markLanguageDeleted,
  SystemLanguage,
  setLanguagesOffered,
  upsertLanguage,
} from '#modules/settings/index.ts'
import type { AuditEntry, Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { operator } from '#platform/operator.ts'
import { userOf } from '#platform/permissions.ts'
import { flag, optionalText, wording, z } from '#platform/schema.ts'
import { locales, localText } from '#platform/texts.ts'
import { translationTexts } from './translations.texts.ts'

const maxLanguages = 20

/** A language code such as 'fr-ca'; also accepts 'fr-CA' and 'fr_CA'. */
const code = z
  .string()
  .max(10)
  .transform((text) => text.trim().toLowerCase().replace('_', '-'))
  .refine((text) => /^[a-z]{2}-[a-z]{2}$/.test(text) && nameOf(text) !== null, {
    error: wording(translationTexts.languageWrong),
  })

/** A language's own name; null for an unknown code. */
function nameOf(language: string): string | null {
  const [speech = '', country = ''] = language.split('-')
  const names = (type: 'language' | 'region') => new Intl.DisplayNames([speech, 'en'], { type, fallback: 'none' })
  const [languageName, place] = [names('language').of(speech), names('region').of(country.toUpperCase())]
  return languageName && place
    ? `${languageName.slice(0, 1).toLocaleUpperCase(speech)}${languageName.slice(1)} (${place})`
    : null
}

export const addLanguage = operation({
  call: 'POST /systemLanguage/addLanguage',
  summary: 'Adds a language to translate the product into; a deleted one comes back with its translations',
  may: operator('MANAGE_SETTINGS:CREATE'),
  takes: z.object({ language: code, name: optionalText(100) }),
  gives: z.object({ languages: z.array(SystemLanguage) }),
  fails: [backofficeErrors.tooManyLanguages],
  async run(ctx, { language, name }) {
    await lockTexts(ctx)
    const before = await listLanguages(ctx)
    const previous = before.find((row) => row.language === language)
    const languageName = name || previous?.name || nameOf(language)!
    const message = localText(ctx.locale, translationTexts, 'languageAdded', { name: languageName })
    if (previous?.name === languageName) return { languages: before, message }
    if (!previous && before.length >= maxLanguages) throw backofficeErrors.tooManyLanguages({ most: maxLanguages })
    await upsertLanguage(ctx, { language, name: languageName })
    await auditChange(ctx, {
      action: 'language.add',
      before: previous ?? null,
      after: { language, name: languageName },
    })
    return { languages: await listLanguages(ctx), message }
  },
})

export const deleteLanguage = operation({
  call: 'POST /systemLanguage/deleteLanguage',
  summary: 'Deletes a language that staff have added. Its translations come back when it is added again',
  may: operator('MANAGE_SETTINGS:DELETE'),
  takes: z.object({ language: z.string().max(10) }),
  gives: z.object({ languages: z.array(SystemLanguage) }),
  fails: [errors.notFound, backofficeErrors.builtInLanguage],
  async run(ctx, { language }) {
    await lockTexts(ctx)
    if (locales.some((locale) => locale === language)) throw backofficeErrors.builtInLanguage()
    const before = await listLanguages(ctx)
    const row = before.find((storedLanguage) => storedLanguage.language === language)
    if (!row) throw errors.notFound()
    await markLanguageDeleted(ctx, language)
    await auditChange(ctx, { action: 'language.delete', before: row, after: null })
    const message = localText(ctx.locale, translationTexts, 'languageDeleted')
    return { languages: await listLanguages(ctx), message }
  },
})

export const switchLanguage = operation({
  call: 'POST /systemLanguage/switchLanguage',
  summary: 'Lets visitors choose a language that staff have added, or no longer. English stands in for missing texts',
  added: true,
  may: operator('MANAGE_SETTINGS:UPDATE'),
  takes: z.object({ language: z.string().max(10), on: flag() }),
  gives: z.object({ languages: z.array(SystemLanguage) }),
  fails: [errors.notFound, backofficeErrors.builtInLanguage],
  async run(ctx, { language, on }) {
    await lockTexts(ctx)
    if (locales.some((locale) => locale === language)) throw backofficeErrors.builtInLanguage()
    const before = await listLanguages(ctx)
    const row = before.find((storedLanguage) => storedLanguage.language === language)
    if (!row) throw errors.notFound()
    const message = localText(ctx.locale, translationTexts, on ? 'switchedOn' : 'switchedOff', { name: row.name })
    if ((row.lk_system_language_status_id === languageStatus.On) === on) return { languages: before, message }
    await setLanguagesOffered(ctx, [language], on)
    const languages = await listLanguages(ctx)
    const after = languages.find((row) => row.language === language) ?? null
    await auditChange(ctx, { action: 'language.switch', before: row, after })
    return { languages, message }
  },
})

async function auditChange(ctx: Ctx, entry: AuditEntry): Promise<void> {
  const text_change_id = await insertTextChange(ctx, 'language', userOf(ctx).user_id)
  await ctx.audit({ subject: `text_change_id:${text_change_id}`, ...entry })
}
