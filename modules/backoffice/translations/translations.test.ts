import { Buffer } from 'node:buffer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncSettings } from '#modules/settings/entry.ts'
import { chatTexts } from '#modules/support/chat/chat.texts.ts'
import { silentLog } from '#platform/log.ts'
import { localize, setChangedTexts } from '#platform/texts.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { previewImport } from './preview-import.ts'
import { readTranslationFile } from './read-translation-file.ts'

const app = await openTestApp()

/** An Admin of an organization of the demo. */
async function addAdmin(code: string, name: string): Promise<{ user_id: number; client: Client }> {
  const [row] = await app.database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, timezone)
    select organization_id, 1, ${`${name}@example.com`}, ${`${name}@example.com`}, ${name}, 'Word', 'UTC'
    from identity.organization where code = ${code} returning user_id`
  return { user_id: row!.user_id, client: await app.as(row!.user_id, code) }
}

let admin: Awaited<ReturnType<typeof addAdmin>>
let colleague: Awaited<ReturnType<typeof addAdmin>>
let student: Client
let stop = () => {}
beforeAll(async () => {
  const [root] = await app.database.read<{ code: string }>`
    select code from identity.organization where parent_organization_id is null order by organization_id limit 1`
  admin = await addAdmin(root!.code, 'tess')
  colleague = await addAdmin(root!.code, 'toni')
  student = await app.as(await app.userId('student@example.com'))
  stop = await syncSettings(app.services.database, silentLog)
})
afterAll(() => {
  stop()
  setChangedTexts('', {})
})

const fetchOf = async (query = '') => (await admin.client.get(`/systemLanguage/fetchTranslations${query}`)).body
const save = (translations: object[], overrides: object = {}) =>
  admin.client.post('/systemLanguage/saveTranslations', { translations, ...overrides })
const fetchByKey = async (key: string) => (await fetchOf(`?key=${encodeURIComponent(key)}`)).translations[0]
const keyOf = async (english: string): Promise<string> => {
  const { translations } = await fetchOf(`?search=${encodeURIComponent(english)}&pageSize=100`)
  const translation = translations.find((row: { english: string }) => row.english === english)
  if (!translation) throw new Error(`no text '${english}'`)
  return translation.key
}
const revert = (text_change_id: number) => admin.client.post('/systemLanguage/revertTranslations', { text_change_id })
/** The text that this process uses after it was notified of the change. */
const expectText = (locale: 'en-us' | 'es-es') =>
  expect.poll(() => localize(locale, chatTexts.center), { timeout: 5_000 })
const wipe = async () => {
  await app.database.read`delete from settings.translation`
  await app.database.read`delete from settings.system_language where system_language_id > 2`
}
const center = 'Support Center'

describe('translations', () => {
  beforeEach(wipe)

  it('list every text of the product by key, with its wording in each language', async () => {
    const { translations, totalCount, languages, progress } = await fetchOf(`?search=${center}`)
    expect(totalCount).toBeGreaterThan(0)
    expect(translations.find((row: { english: string }) => row.english === center)).toEqual({
      key: 'support/chat/chat:chatTexts.center',
      english: center,
      spanish: 'Centro de soporte',
      places: [expect.stringMatching(/^modules\/support\/chat\/chat\.texts\.ts:\d+$/)],
      msgstr: { 'en-us': center, 'es-es': 'Centro de soporte' },
      states: { 'en-us': 'product', 'es-es': 'product' },
      pages: expect.arrayContaining(['/support']),
      was: {},
    })
    expect(languages.map(({ name }: { name: string }) => name)).toEqual(['ENGLISH (DEFAULT)', 'SPANISH'])
    expect(progress[1]).toMatchObject({ language: 'es-es', review: 0 })
    expect(progress[1].approved).toBe(progress[1].total)
    expect((await fetchOf('?pageSize=2&page=2')).translations).toHaveLength(2)
  })

  it('replace the text on pages, in islands and calls until they are removed', async () => {
    const key = await keyOf(center)
    const response = await save([
      { key, language: ['en-us', 'es-es'], msgstr: { 'en-us': 'Help Desk', 'es-es': 'Ayuda' } },
    ])
    expect(response).toMatchObject({ status: 200, body: { changed: 2, message: 'Translations saved.' } })
    await expectText('en-us').toBe('Help Desk')
    await expectText('es-es').toBe('Ayuda')
    const page = await student.visit('/support')
    expect(page.text).toContain('Help Desk')
    expect(page.text).not.toContain(center)
    const revision = /<html[^>]* data-texts="(\d+)"/.exec(page.text)?.[1]
    expect(revision).toBe(String(response.body.revision))
    const forIslands = await student.visit(`/texts/en-us/${revision}/support/chat-bubble.json`)
    expect(forIslands.body).toEqual([[center, 'Centro de soporte', 'Help Desk']])
    expect(forIslands.headers.get('cache-control')).toContain('immutable')
    const other = await student.visit('/texts/en-us/0/support/chat-bubble.json')
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store'])
    await save([{ key, language: ['en-us', 'es-es'], msgstr: {} }])
    await expectText('en-us').toBe(center)
    expect((await student.visit('/support')).text).not.toContain('data-texts')
  })

  it('update the cached catalogue of visitors', async () => {
    const visitor = app.visitor()
    const path = '/courses/search'
    await visitor.visit(path)
    const key = await keyOf('Terms')
    const before = await visitor.visit(path)
    expect(before.text).toContain('>Terms<')
    await save([{ key, language: ['en-us'], msgstr: { 'en-us': 'Small print' } }])
    await expect.poll(async () => (await visitor.visit(path)).text, { timeout: 5_000 }).toContain('>Small print<')
  })

  it('are plain text: placeholders must stay, and markup, code and line breaks are refused', async () => {
    const key = await keyOf('{n} Tickets, {m} Unread')
    const problems = [
      '{n} tickets',
      '{n} tickets, {m} unread, {x}',
      '<b>{n}</b> tickets, {m} unread',
      '{n} tickets &lt; {m}',
      'javascript:{n}{m}',
      '{n} tickets\n{m} unread',
      `{n} {m} ${'x'.repeat(90)}`,
      '{n} t,\u0000 {m} u',
    ]
    for (const text of problems) {
      const { status, body } = await save([{ key, language: ['en-us'], msgstr: { 'en-us': text } }])
      expect([text, status, body.issues?.[0]?.path]).toEqual([text, 400, 'translations.0.msgstr.en-us'])
    }
    const longest = '{n} {m} '.padEnd(80, 'x')
    const hidden = '\u202e{n} t, {m} u '
    expect((await save([{ key, language: ['en-us'], msgstr: { 'en-us': longest } }])).status).toBe(200)
    expect((await save([{ key, language: ['en-us'], msgstr: { 'en-us': hidden } }])).status).toBe(200)
    expect((await fetchByKey(key)).msgstr['en-us']).toBe('{n} t, {m} u')
  })

  it('are not saved if one of them is invalid', async () => {
    const key = await keyOf(center)
    const translations = [
      { key, language: ['en-us'], msgstr: { 'en-us': 'Help Desk' } },
      { key: 'no/such:text', language: ['en-us'], msgstr: { 'en-us': 'Nothing' } },
      { key, language: ['fr-ca'], msgstr: { 'fr-ca': 'Aide' } },
    ]
    const { status, body } = await save(translations)
    expect([status, body.issues.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['translations.1.key', 'translations.2.language', 'translations.2.language'],
    ])
    expect((await fetchByKey(key)).states['en-us']).toBe('product')
  })

  it('needing review are stored but not shown', async () => {
    const key = await keyOf(center)
    await save([{ key, language: ['es-es'], msgstr: { 'es-es': 'Ayuda' }, state: 'review' }])
    expect(await fetchByKey(key)).toMatchObject({ msgstr: { 'es-es': 'Ayuda' }, states: { 'es-es': 'review' } })
    expect((await fetchOf('?state=review&language=es-es')).totalCount).toBe(1)
    await save([{ key, language: ['es-es'], msgstr: { 'es-es': 'Ayuda' } }])
    await expectText('es-es').toBe('Ayuda')
  })

  it('apply to the wording they translate, and lapse when the product changes it', async () => {
    const key = await keyOf(center)
    await save([{ key, language: ['en-us'], msgstr: { 'en-us': 'Help Desk' } }])
    await app.database.read`update settings.translation set english = 'Support Desk' where key = ${key}`
    expect(await fetchByKey(key)).toMatchObject({ states: { 'en-us': 'outdated' }, was: { 'en-us': 'Support Desk' } })
    const editor = await admin.client.visit(`/manage/settings/translations?key=${encodeURIComponent(key)}`)
    expect(editor.text).toContain('It was: Support Desk')
    expect(editor.text).toContain(`It is now: ${center}`)
    await app.database.read`select pg_notify('settings_changed', 'texts')`
    await expectText('en-us').toBe(center)
    // A key that the product no longer has can move to its current one.
    await app.database.read`update settings.translation set key = 'old/place:center'`
    expect(await fetchByKey('old/place:center')).toMatchObject({ places: [], states: { 'en-us': 'unused' } })
    expect((await save([{ key, oldkey: 'old/place:center' }])).body.changed).toBe(2)
    expect(await fetchByKey(key)).toMatchObject({ msgstr: { 'en-us': 'Help Desk' }, states: { 'en-us': 'approved' } })
    expect(await fetchByKey('old/place:center')).toBeUndefined()
  })

  it('are not overwritten by someone who has not seen the last change', async () => {
    const key = await keyOf(center)
    const { revision } = await fetchOf()
    const entry = (text: string) => ({ key, language: ['en-us'], msgstr: { 'en-us': text } })
    const responses = await Promise.all([
      save([entry('Help')], { revision }),
      colleague.client.post('/systemLanguage/saveTranslations', { translations: [entry('Desk')], revision }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const otherKey = await keyOf('Missing Certificate')
    const other = { key: otherKey, language: ['en-us'], msgstr: { 'en-us': 'Lost Certificate' } }
    expect((await save([other], { revision })).status).toBe(200)
    const response = await save([other], { revision })
    expect([response.status, response.body.changed]).toEqual([200, 0])
  })

  it('are reverted as a set unless changed since, and the revert can be reverted', async () => {
    const [first, second] = [await keyOf(center), await keyOf('Missing Certificate')]
    const entry = (key: string, text: string) => ({ key, language: ['en-us'], msgstr: { 'en-us': text } })
    const { revision } = (await save([entry(first, 'Help'), entry(second, 'Lost Certificate')])).body
    const copies = await Promise.all(Array.from({ length: 8 }, () => revert(revision)))
    expect(copies.map(({ body }) => body.changed).sort()).toEqual([...Array(7).fill(0), 2])
    const reverted = copies.find(({ body }) => body.changed === 2)!
    expect((await fetchByKey(first)).states['en-us']).toBe('product')
    expect((await revert(revision)).body.changed).toBe(0)
    expect((await revert(reverted.body.revision)).body.changed).toBe(2)
    expect((await fetchByKey(second)).msgstr['en-us']).toBe('Lost Certificate')
    await save([entry(first, 'Desk')])
    expect(await revert(revision)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect((await revert(999_999)).status).toBe(404)
  })

  it('are all deleted only after reauthentication, and can be restored', async () => {
    const keys = [await keyOf(center), await keyOf('Missing Certificate')]
    await save(keys.map((key) => ({ key, language: ['en-us'], msgstr: { 'en-us': 'Words' } })))
    const all = keys.map((oldkey) => ({ key: '', oldkey }))
    await app.database.read`
      update identity.session set proved_at = platform.now() - interval '16 minutes' where user_id = ${admin.user_id}`
    expect(await save(all)).toMatchObject({ status: 403, body: { code: 'PROOF_NEEDED' } })
    expect((await fetchByKey(keys[0]!)).msgstr['en-us']).toBe('Words')
    await app.database.read`update identity.session set proved_at = platform.now() where user_id = ${admin.user_id}`
    const response = await save(all)
    expect(response).toMatchObject({ status: 200, body: { changed: 2 } })
    expect((await fetchByKey(keys[0]!)).states['en-us']).toBe('product')
    await revert(response.body.revision)
    expect((await fetchByKey(keys[1]!)).msgstr['en-us']).toBe('Words')
    const events = await app.database.read<{ action: string }>`
      select action from platform.audit_event
      where actor_user_id = ${admin.user_id} and action in ('translations.delete', 'translations.revert')`
    expect(events.map(({ action }) => action)).toContain('translations.delete')
  })

  it("are read and changed only on the operator's site, by staff with the permission", async () => {
    const otherOrganizationPerson = await addAdmin('LSD', 'lea')
    const calls = [
      ['POST', 'saveTranslations', { translations: [] }],
      ['POST', 'revertTranslations', { text_change_id: 1 }],
      ['POST', 'addLanguage', { language: 'fr-ca' }],
      ['POST', 'deleteLanguage', { language: 'fr-ca' }],
      ['GET', 'fetchTranslations', undefined],
      ['GET', 'exportTranslations?language=es-es', undefined],
    ] as const
    for (const [method, call, body] of calls) {
      const send = ({ get, post }: Client) =>
        method === 'GET' ? get(`/systemLanguage/${call}`) : post(`/systemLanguage/${call}`, body)
      const responses = [await send(otherOrganizationPerson.client), await send(student), await send(app.visitor())]
      expect([call, responses.map(({ status }) => status)]).toEqual([call, [404, 403, 401]])
    }
  })

  it('survive export and import unchanged; an import adds new ones and skips invalid ones', async () => {
    await admin.client.post('/systemLanguage/addLanguage', { language: 'fr-ca' })
    const key = await keyOf(center)
    const counted = await keyOf('{n} Tickets, {m} Unread')
    await save([{ key, language: ['fr-ca'], msgstr: { 'fr-ca': '=Aide "vite", \'bien' } }])
    const exported = (format: string) =>
      admin.client.get(`/systemLanguage/exportTranslations?language=fr-ca&format=${format}`)
    const lines = async (format: string) =>
      readTranslationFile(Buffer.from((await exported(format)).bytes).toString('utf8'))
    const csv = await lines('csv')
    expect(csv).toEqual(await lines('json'))
    expect(csv).toEqual(await lines('xliff'))
    expect(csv!.find((line) => line.key === key)?.translation).toBe('=Aide "vite", \'bien')
    expect(Buffer.from((await exported('csv')).bytes).toString('utf8')).toContain(`"'=Aide ""vite"", 'bien"`)
    expect((await admin.client.get('/systemLanguage/exportTranslations?language=de-de')).status).toBe(404)

    const file = [
      'key,translation',
      `${key},Aide`,
      `${counted},{n} billets`,
      'no/such:text,Rien',
      `${await keyOf('Missing Certificate')},Certificat manquant`,
    ].join('\n')
    const ctx = { ...(await app.ctx()), actor: await app.actorOf(admin.user_id) }
    const preview = await previewImport(ctx, { language: 'fr-ca', text: file, state: 'review' })
    expect(preview).toMatchObject({
      added: 1,
      changed: 1,
      same: 0,
      refused: [{ key: counted }, { key: 'no/such:text' }],
    })
    expect(await previewImport(ctx, { language: 'fr-ca', text: 'a,b\n1,2', state: 'review' })).toBeNull()
    expect((await save(preview!.entries)).body.changed).toBe(2)
    expect(await fetchByKey(key)).toMatchObject({ msgstr: { 'fr-ca': 'Aide' }, states: { 'fr-ca': 'review' } })
    // The same file approves the reviewed texts, once.
    const reviewed = await previewImport(ctx, { language: 'fr-ca', text: file, state: 'review' })
    expect(reviewed).toMatchObject({ changed: 0, same: 2 })
    const approved = await previewImport(ctx, { language: 'fr-ca', text: file, state: 'approved' })
    expect(approved).toMatchObject({ added: 0, changed: 2, same: 0 })
    expect((await save(approved!.entries)).body.changed).toBe(2)
    expect((await fetchByKey(key)).states['fr-ca']).toBe('approved')
    expect(await previewImport(ctx, { language: 'fr-ca', text: file, state: 'approved' })).toMatchObject({ same: 2 })
  })

  it('name the pages that show them, with a link if the address has no parameters', async () => {
    const key = await keyOf(center)
    expect((await fetchByKey(key)).pages).toContain('/support')
    const { text } = await admin.client.visit(`/manage/settings/translations?key=${encodeURIComponent(key)}`)
    expect(text).toContain('href="/support"')
    const { text: mail } = await admin.client.visit(
      `/manage/settings/translations?key=${encodeURIComponent(await keyOf('The link works once and expires in 7 days.'))}`,
    )
    expect(mail).toContain('In emails')
  })

  it('are found in a table of texts, including single words, leading numbers and capitals', async () => {
    for (const english of ['optional', '3 stars – all right', 'FAQ', 'midnight'])
      expect(await keyOf(english)).toBeTruthy()
  })

  it("are changed by a form that names the invalid language, and show a text's history", async () => {
    const key = await keyOf('{n} Tickets, {m} Unread')
    const address = `/manage/settings/translations?search=Tickets&key=${encodeURIComponent(key)}`
    const form = { action: 'save', key, 'words.en-us': '{n} tickets, {m} new', 'words.es-es': 'Solicitudes: {n}' }
    const response = await admin.client.visit(address, form)
    expect(response.text).toContain('Keep exactly these placeholders: {m}, {n}.')
    expect(response.text).toContain('{n} tickets, {m} new')
    expect((await admin.client.visit(address, { ...form, 'words.es-es': '' })).status).toBe(303)
    const page = await admin.client.visit(address)
    expect(page.text).toContain('After: {n} tickets, {m} new')
    expect((await admin.client.visit(address, { action: 'restore', key })).status).toBe(303)
    expect((await fetchByKey(key)).states['en-us']).toBe('product')
  })
})

describe('languages', () => {
  beforeEach(wipe)
  const add = (language: string, overrides: object = {}) =>
    admin.client.post('/systemLanguage/addLanguage', { language, ...overrides })
  const remove = (language: string) => admin.client.post('/systemLanguage/deleteLanguage', { language })

  it('are added once, named in their own language, and translated', async () => {
    const response = await add('fr_CA')
    expect(response).toMatchObject({ status: 200, body: { message: 'Français (Canada) was added.' } })
    const copies = await Promise.all(Array.from({ length: 8 }, () => add('fr-ca')))
    for (const { body } of copies) expect(body.languages).toEqual(response.body.languages)
    expect((await add('fr-ca', { name: 'Québécois' })).body.languages[2].name).toBe('Québécois')
    const key = await keyOf(center)
    expect((await fetchByKey(key)).states['fr-ca']).toBe('untranslated')
    await save([{ key, language: ['fr-ca'], msgstr: { 'fr-ca': 'Centre d’aide' } }])
    expect(await fetchByKey(key)).toMatchObject({
      msgstr: { 'fr-ca': 'Centre d’aide' },
      states: { 'fr-ca': 'approved' },
    })
    const { progress } = await fetchOf('?pageSize=1')
    expect(progress[2]).toMatchObject({ language: 'fr-ca', approved: 1, review: 0 })
    await admin.client.post('/systemLanguage/switchLanguage', { language: 'fr-ca', on: 1 })
    await expect
      .poll(async () => (await student.visit('/texts/fr-ca/0/support/chat-bubble.json')).body, { timeout: 5_000 })
      .toEqual([[center, 'Centro de soporte', 'Centre d’aide']])
  })

  it('are refused if unknown, and at the twenty-first', async () => {
    for (const language of ['', 'french', 'fr', 'xx-zz', 'qq-us', 'fr-ca-x']) {
      expect([language, (await add(language)).status]).toEqual([language, 400])
    }
    await app.database.read`
      insert into settings.system_language (language, name, lk_system_language_status_id)
      select 'z' || chr(96 + n) || '-us', 'Z', 2 from generate_series(1, 17) n`
    expect((await add('fr-ca')).status).toBe(200)
    expect(await add('de-de')).toMatchObject({ status: 409, body: { code: 'TOO_MANY_LANGUAGES' } })
  })

  it('are deleted with their translations, and restored with them', async () => {
    await add('fr-ca')
    const key = await keyOf(center)
    await save([{ key, language: ['fr-ca'], msgstr: { 'fr-ca': 'Aide' } }])
    const copies = await Promise.all(Array.from({ length: 8 }, () => remove('fr-ca')))
    expect(copies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)])
    expect((await fetchOf('?pageSize=1')).languages).toHaveLength(2)
    expect((await remove('fr-ca')).status).toBe(404)
    expect((await fetchByKey(key)).msgstr['fr-ca']).toBeUndefined()
    await add('fr-ca')
    expect((await fetchByKey(key)).msgstr['fr-ca']).toBe('Aide')
    for (const language of ['en-us', 'es-es']) {
      expect(await remove(language)).toMatchObject({ status: 422, body: { code: 'BUILT_IN_LANGUAGE' } })
    }
  })
})
