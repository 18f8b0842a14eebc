import { identityErrors, requireFreshProof } from '#modules/identity/index.ts'
import {
  applyEdits,
  cleanTranslation,
  findTranslationFault,
  insertTextChange,
  isChangedSince,
  listLanguages,
  listTranslations,
  lockTexts,
  type ProductText,
  productTextsPort,
  type TextChangeKind,
  type Translation,
  type TranslationEdit,
  type TranslationState,
  toStoredTranslation,
} from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, type Issue } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { operator } from '#platform/operator.ts'
import { userOf } from '#platform/permissions.ts'
import { count, list, optionalText, z } from '#platform/schema.ts'
import { localize, localText, type Text, type TextParams } from '#platform/texts.ts'
import { switchOnComplete } from './switch-on-complete.ts'
import { translationTexts } from './translations.texts.ts'

const languageCode = z.string().max(10)

const Entry = z.strictObject({
  /** The key of a text; '' deletes the translations of `oldkey`. */
  key: optionalText(200),
  /** A previous key, whose translations move to `key`. */
  oldkey: optionalText(200),
  /** The affected languages; by default all in `msgstr`, or all languages when deleting. */
  language: list(languageCode, 50).nullish(),
  /** The translations by language. Missing or '' restores the product's own. */
  msgstr: z.record(languageCode, z.string().max(5_000)).nullish(),
  /** `review`: stored, but not used before it is approved. */
  state: z.enum(['review', 'approved']).default('approved'),
})
export type TranslationEntry = z.input<typeof Entry>
type Entry = z.output<typeof Entry>

/** The product has about 5,000 texts: a whole language is one call. */
const maxEntries = 20_000

export const saveTranslations = operation({
  call: 'POST /systemLanguage/saveTranslations',
  summary:
    'Changes, renames and deletes translations; all of the call, or nothing. Deleting several keys needs a fresh proof of identity',
  may: operator('MANAGE_SETTINGS:UPDATE'),
  takes: z.object({
    translations: list(Entry, maxEntries),
    /** The fetched revision; 409 if one of the keys has been changed since. */
    revision: count(0, 2_147_483_647).nullish(),
  }),
  gives: z.object({ revision: z.int(), changed: z.int() }),
  fails: [errors.conflict, identityErrors.proofNeeded],
  async run(ctx, { translations, revision }) {
    const before = await lockTexts(ctx)
    const edits = await editsOf(ctx, translations)
    const message = localText(ctx.locale, translationTexts, 'saved')
    if (edits.length === 0) return { revision: before, changed: 0, message }
    const keys = [...new Set(edits.map(({ key }) => key))]
    if (typeof revision === 'number' && (await isChangedSince(ctx, keys, revision))) throw errors.conflict()
    const deletes = translations.filter(({ key }) => key === '').length
    // Checked last, so that a person who proves their identity is not then refused for another reason.
    if (deletes > 1) await requireFreshProof(ctx)
    return { ...(await saveEdits(ctx, deletes > 0 ? deletion : change, edits)), message }
  },
})

/** The names of a set of changes in the history of texts and in the audit log. */
type ChangeNames = { kind: TextChangeKind; action: string }
const change: ChangeNames = { kind: 'save', action: 'translations.save' }
const deletion: ChangeNames = { kind: 'delete', action: 'translations.delete' }

/** Applies a set of edits under the lock of `lockTexts`, with an audit row. */
export async function saveEdits(ctx: Ctx, { kind, action }: ChangeNames, edits: readonly TranslationEdit[]) {
  const text_change_id = await insertTextChange(ctx, kind, userOf(ctx).user_id)
  await applyEdits(ctx, text_change_id, edits)
  const switched_on = await switchOnComplete(ctx, edits)
  await ctx.audit({
    action,
    subject: `text_change_id:${text_change_id}`,
    before: wordsOf(edits, ({ before }) => before?.msgstr),
    after: {
      ...wordsOf(edits, ({ after }) => after?.msgstr),
      ...(switched_on.length > 0 && { switched_on }),
    },
  })
  return { revision: text_change_id, changed: edits.length }
}

/** The audit log has the first ones of a large set; the texts' history has all. */
const maxLogged = 50
const wordsOf = (edits: readonly TranslationEdit[], words: (edit: TranslationEdit) => string | undefined) => ({
  count: edits.length,
  texts: Object.fromEntries(
    edits.slice(0, maxLogged).map((edit) => [`${edit.language} ${edit.key}`, words(edit) ?? null]),
  ),
})

/** The changes in the entries, each text and language once. Throws invalid. */
async function editsOf(ctx: Ctx, entries: readonly Entry[]): Promise<TranslationEdit[]> {
  const keys = entries.flatMap(({ key, oldkey }) => [key, oldkey]).filter(Boolean)
  const [languages, texts, existing] = await Promise.all([
    listLanguages(ctx),
    ctx.use(productTextsPort)(),
    listTranslations(ctx, keys),
  ])
  const draft = new Draft(
    ctx,
    languages.map(({ language }) => language),
    texts,
    existing,
  )
  for (const [index, entry] of entries.entries()) draft.add(entry, `translations.${index}`)
  return draft.edits()
}

/** The resulting translations, entry by entry. */
class Draft {
  readonly #ctx: Ctx
  readonly #languages: readonly string[]
  readonly #texts: ReadonlyMap<string, ProductText>
  readonly #before = new Map<string, Translation>()
  readonly #after = new Map<string, TranslationEdit>()
  readonly #issues: Issue[] = []

  constructor(ctx: Ctx, languages: readonly string[], texts: readonly ProductText[], existing: readonly Translation[]) {
    this.#ctx = ctx
    this.#languages = languages
    this.#texts = new Map(texts.map((text) => [text.key, text]))
    for (const translation of existing) this.#before.set(idOf(translation), translation)
  }

  add(entry: Entry, path: string): void {
    const { key, oldkey, language, msgstr, state } = entry
    const codes = language ?? (key === '' ? this.#languages : Object.keys(msgstr ?? {}))
    for (const code of [...codes, ...Object.keys(msgstr ?? {})]) {
      if (!this.#languages.includes(code)) this.#refuse(`${path}.language`, translationTexts.languageUnknown)
    }
    if (key === '') {
      for (const code of codes) this.#set(oldkey, code, null)
      return
    }
    const text = this.#texts.get(key)
    if (!text) {
      this.#refuse(`${path}.key`, translationTexts.keyUnknown)
      return
    }
    if (oldkey && oldkey !== key) this.#move(oldkey, text, path)
    for (const code of codes) this.#write(text, code, msgstr?.[code] ?? '', state, path)
  }

  edits(): TranslationEdit[] {
    if (this.#issues.length > 0) throw errors.invalid({}, {}, this.#issues.slice(0, 100))
    return [...this.#after.values()].filter(({ before, after }) => !isSame(before, after))
  }

  #move(oldkey: string, text: ProductText, path: string): void {
    for (const code of this.#languages) {
      const movedTranslation = this.#before.get(idOf({ key: oldkey, language: code }))
      if (!movedTranslation) continue
      this.#write(text, code, movedTranslation.msgstr, movedTranslation.state, path)
      this.#set(oldkey, code, null)
    }
  }

  #write(text: ProductText, code: string, input: string, state: TranslationState, path: string): void {
    const msgstr = cleanTranslation(input)
    const productText = { 'en-us': text.english, 'es-es': text.spanish }[code]
    const fault = msgstr === '' ? null : findTranslationFault(text.english, msgstr, code)
    if (fault) this.#refuse(`${path}.msgstr.${code}`, fault.text, fault.params)
    else if (msgstr === '' || msgstr === productText) this.#set(text.key, code, null)
    else this.#set(text.key, code, { msgstr, english: text.english, spanish: text.spanish, state })
  }

  #set(key: string, language: string, after: TranslationEdit['after']): void {
    const id = idOf({ key, language })
    this.#after.set(id, { key, language, before: this.#before.get(id) ?? null, after })
  }

  #refuse(path: string, text: Text, params: TextParams = {}): void {
    this.#issues.push({ path, message: localize(this.#ctx.locale, text, params) })
  }
}

const idOf = ({ key, language }: { key: string; language: string }) => `${language} ${key}`

export const isSame = (a: TranslationEdit['after'], b: TranslationEdit['after']): boolean =>
  JSON.stringify(a && toStoredTranslation(a)) === JSON.stringify(b && toStoredTranslation(b))
