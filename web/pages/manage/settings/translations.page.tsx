import { Buffer } from 'node:buffer'
import { previewImport } from '#modules/backoffice/entry.ts'
import { fetchTranslations } from '#modules/backoffice/translations/fetch-translations.ts'
import { revertTranslations } from '#modules/backoffice/translations/revert-translations.ts'
import { saveTranslations } from '#modules/backoffice/translations/save-translations.ts'
import { fileTexts } from '#modules/backoffice/translations/translation-file.texts.ts'
import { isProofNeeded } from '#modules/identity/entry.ts'
import { listTextChanges } from '#modules/settings/entry.ts'
import { listEvents, listTranslations } from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { localize, textsIn } from '#platform/texts.ts'
import type { SentForm } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { translationPageTexts } from './translations.texts.ts'
import { Translations } from './translations-view.tsx'

const pageSize = 25
const maxFile = 5 * 1024 * 1024

/** Every text of the product in every language. */
export default page({
  address: '/manage/settings/translations',
  title: translationPageTexts.title,
  may: staff('MANAGE_SETTINGS:UPDATE'),
  layout: BackOfficeLayout,
  load: ({ ctx, query }) => load(ctx, query),
  max_form: maxFile,
  async submit({ ctx, url, form }) {
    const { values } = form
    const path = pathTo('/manage/settings/translations', { query: url.searchParams })
    try {
      const { message = '' } =
        values.action === 'import' || values.action === 'preview' ? await takeFile(ctx, form) : await act(ctx, values)
      return redirect(path, { flash: { kind: 'success', text: message } })
    } catch (error) {
      if (!isProofNeeded(error)) throw error
      return redirect(pathTo('/prove', { query: { redirect: path } }))
    }
  },
  view: (data, { form }) => <Translations {...data} form={form} />,
})

/** Previews or applies a file's changes. They are one set, which can be reverted. */
async function takeFile(ctx: Ctx, { values, file }: SentForm): Promise<{ message: string }> {
  const t = textsIn(ctx.locale, translationPageTexts)
  const upload = file('file')
  if (!upload) throw errors.invalid({}, {}, [{ path: 'file', message: t('noFile') }])
  const state = values.state === 'approved' ? 'approved' : 'review'
  const text = Buffer.from(await upload.arrayBuffer()).toString('utf8')
  const preview = await previewImport(ctx, { language: values.language ?? '', text, state })
  if (!preview) throw errors.invalid({}, {}, [{ path: 'file', message: localize(ctx.locale, fileTexts.notRead) }])
  const { added, changed, same, entries, refused } = preview
  const counts = { added, changed, same, refused: refused.length }
  if (values.action === 'import') {
    await saveTranslations.run(ctx, { translations: entries })
    return { message: t('imported', counts) }
  }
  const [first] = refused
  return { message: [t('previewCounts', counts), first && t('firstRefused', first)].filter(Boolean).join(' ') }
}

type Query = Readonly<Record<string, string | undefined>>

async function load(ctx: Ctx, query: Query) {
  const { search = '', language = '', state = '', key = '' } = query
  const number = Math.max(1, Math.min(10_000, Number(query.page) || 1))
  // A malformed address shows all texts rather than an error.
  const filter = { search: search.slice(0, 200), language: language.slice(0, 10), state: stateOf(state) }
  const [result, chosen, changes] = await Promise.all([
    fetchTranslations.run(ctx, { ...filter, page: number, pageSize }),
    key ? chosenText(ctx, key.slice(0, 200)) : null,
    listTextChanges(ctx),
  ])
  const recent = changes.map((change) => ({ ...change, changed_at: change.changed_at.toISOString() }))
  return { result, filter, page: number, pageSize, chosen, recent }
}

const filtered = ['product', 'untranslated', 'review', 'approved', 'outdated', 'unused'] as const
const stateOf = (text: string): (typeof filtered)[number] | '' => filtered.find((state) => state === text) ?? ''

async function chosenText(ctx: Ctx, key: string) {
  const [{ translations, revision }, history] = await Promise.all([
    fetchTranslations.run(ctx, { key, pageSize: 1 }),
    listEvents(ctx, { key }),
  ])
  const [text] = translations
  if (!text) return null
  return { text, revision, history: history.map((event) => ({ ...event, changed_at: event.changed_at.toISOString() })) }
}

async function act(ctx: Ctx, values: Query): Promise<{ message?: string }> {
  const { action, key = '', revision } = values
  const shownRevision = { revision: revision ? Number(revision) : null }
  if (action === 'revert') return revertTranslations.run(ctx, { text_change_id: Number(values.text_change_id) })
  if (action === 'restore')
    return saveTranslations.run(ctx, { translations: [{ key: '', oldkey: key }], ...shownRevision })
  if (action === 'move') {
    return saveTranslations.run(ctx, {
      translations: [{ key: values.newkey?.trim() || key, oldkey: key }],
      ...shownRevision,
    })
  }
  if (action === 'deleteAll') return deleteAll(ctx)
  const languages = Object.keys(values).flatMap((name) => /^words\.(.+)$/.exec(name)?.[1] ?? [])
  const translations = languages.map((language) => ({
    key,
    language: [language],
    msgstr: { [language]: values[`words.${language}`] ?? '' },
    state: values[`review.${language}`] === '1' ? ('review' as const) : ('approved' as const),
  }))
  return saveTranslations.run(ctx, { translations, ...shownRevision })
}

/** The contract expects every key, with an empty value. */
async function deleteAll(ctx: Ctx) {
  const keys = [...new Set((await listTranslations(ctx)).map(({ key }) => key))]
  return saveTranslations.run(ctx, { translations: keys.map((oldkey) => ({ key: '', oldkey })) })
}
