import {
  listLanguages,
  listTranslations,
  type ProductText,
  productTextsPort,
  SystemLanguage,
  selectTextsRevision,
  type Translation,
} from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { operator } from '#platform/operator.ts'
import { count, optionalText, z } from '#platform/schema.ts'

/** `product`: the product's own text. `outdated`: the product's text has changed since. */
const translationStates = ['product', 'untranslated', 'review', 'approved', 'outdated', 'unused'] as const
type ShownState = (typeof translationStates)[number]

const Row = z.object({
  key: z.string(),
  /** The product's own text. */
  english: z.string(),
  spanish: z.string(),
  /** The places in the product that use it; empty if none do any more. */
  places: z.array(z.string()),
  /** The addresses of pages that show it, if they can be determined; with `:name` for variable parts. */
  pages: z.array(z.string()),
  /** The translations by language. */
  msgstr: z.record(z.string(), z.string()),
  states: z.record(z.string(), z.enum(translationStates)),
  /** The English text from which an outdated translation was made, by language. */
  was: z.record(z.string(), z.string()),
})
export type TranslationRow = z.output<typeof Row>

const Progress = z.object({ language: z.string(), approved: z.int(), review: z.int(), total: z.int() })
export type LanguageProgress = z.output<typeof Progress>

export const fetchTranslations = operation({
  call: 'GET /systemLanguage/fetchTranslations',
  summary: 'Lists the texts of the product in each language, by key',
  added: true,
  may: operator('MANAGE_SETTINGS:READ'),
  takes: z.object({
    search: optionalText(200),
    /** The language for the filter `state`. */
    language: optionalText(10),
    state: z.enum(['', ...translationStates]).default(''),
    key: optionalText(200),
    page: count(1, 10_000).default(1),
    pageSize: count(1, 100).default(25),
  }),
  gives: z.object({
    languages: z.array(SystemLanguage),
    translations: z.array(Row),
    totalCount: z.int(),
    progress: z.array(Progress),
    /** Sent back with a change, which is a 409 if one of its keys has been changed since. */
    revision: z.int(),
  }),
  async run(ctx, { search, language, state, key, page, pageSize }) {
    const { languages, rows, revision } = await loadRows(ctx)
    const query = search.toLowerCase()
    const states = (row: TranslationRow) => (language ? [row.states[language]] : Object.values(row.states))
    const isMatch = (row: TranslationRow) =>
      (key === '' || row.key === key) &&
      (state === '' || states(row).includes(state)) &&
      (query === '' ||
        [row.key, row.english, row.spanish, ...Object.values(row.msgstr)].some((text) =>
          text.toLowerCase().includes(query),
        ))
    const matches = rows.filter(isMatch)
    return {
      languages,
      translations: matches.slice((page - 1) * pageSize, page * pageSize),
      totalCount: matches.length,
      progress: languages.map(({ language }) => progressOf(rows, language)),
      revision,
    }
  },
})

/** Every text with its translations, including texts that the product no longer uses. */
export async function loadRows(ctx: Ctx) {
  const [languages, texts, translations, revision] = await Promise.all([
    listLanguages(ctx),
    ctx.use(productTextsPort)(),
    listTranslations(ctx),
    selectTextsRevision(ctx),
  ])
  const byKey = Map.groupBy(translations, ({ key }) => key)
  const textKeys = new Set(texts.map(({ key }) => key))
  const unused = [...byKey]
    .filter(([key]) => !textKeys.has(key))
    .map(
      ([key, [first]]): ProductText => ({
        key,
        english: first!.english,
        spanish: first!.spanish,
        places: [],
        pages: [],
      }),
    )
  const codes = languages.map(({ language }) => language)
  const rows = [...texts, ...unused].map((text) => rowOf(text, byKey.get(text.key) ?? [], codes))
  return { languages, rows, revision }
}

const builtIn = (text: ProductText): Readonly<Record<string, string>> => ({
  'en-us': text.english,
  'es-es': text.spanish,
})

function rowOf(text: ProductText, translations: readonly Translation[], codes: readonly string[]): TranslationRow {
  const defaults = builtIn(text)
  const msgstr: Record<string, string> = {}
  const states: Record<string, ShownState> = {}
  const formerEnglish: Record<string, string> = {}
  for (const code of codes) {
    const translation = translations.find(({ language }) => language === code)
    const words = translation?.msgstr ?? defaults[code]
    if (words !== undefined) msgstr[code] = words
    states[code] = stateOf(text, translation, code in defaults)
    if (translation && states[code] === 'outdated') formerEnglish[code] = translation.english
  }
  const { key, english, spanish, places, pages } = text
  return { key, english, spanish, places: [...places], pages: [...pages], msgstr, states, was: formerEnglish }
}

function stateOf(text: ProductText, translation: Translation | undefined, isBuiltIn: boolean): ShownState {
  if (!translation) return isBuiltIn ? 'product' : 'untranslated'
  if (text.places.length === 0) return 'unused'
  const isUnchanged = translation.english === text.english && translation.spanish === text.spanish
  return isUnchanged ? translation.state : 'outdated'
}

function progressOf(rows: readonly TranslationRow[], language: string): LanguageProgress {
  const usedRows = rows.filter(({ places }) => places.length > 0)
  const count = (...states: ShownState[]) => usedRows.filter((row) => states.includes(row.states[language]!)).length
  return {
    language,
    approved: count('approved', 'product'),
    review: count('review', 'outdated'),
    total: usedRows.length,
  }
}
