import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStaff, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { footerFor, inheritSender, listSenders } from '#modules/settings/index.ts'
import { setAddedLanguages } from '#platform/languages.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const french = { language: 'fr-ca', name: 'Français (Canada)' } as const
let id = 0
let admin: Someone
let reader: Client
beforeAll(async () => {
  const [row] = await app.database.read<{ id: number }>`
    insert into settings.system_language ${app.database.read(french)} returning system_language_id as id`
  id = row!.id
  setAddedLanguages([{ id, ...french }])
  admin = await addStaff(app, 'SSD')
  reader = await app.as(await app.userId('student@example.com'))
  await reader.post('/user/setLanguage', { language: 'fr-ca' })
})
afterAll(() => setAddedLanguages([]))

const settings = '/manage/settings'

/** The pages whose forms have a text for each language. */
test.each([
  [`${settings}/notices/new`, 'words.fr-ca'],
  [`${settings}/banners`, 'student.words.fr-ca'],
  [`${settings}/support`, 'configuration.automaticAnswer.fr-ca'],
  [`${settings}/saved-replies`, 'more.fr-ca'],
  [`${settings}/checkout`, 'settings.terms.fr-ca'],
  [`${settings}/checkout`, 'settings.privacy.fr-ca'],
  [`${settings}/emails`, 'footer_more.fr-ca'],
])('%s has a field for an added language: %s', async (path, name) => {
  const { text } = await admin.visit(path)
  expect(text).toMatch(new RegExp(`<textarea[^>]*name="${name.replaceAll('.', '\\.')}"`))
  setAddedLanguages([])
  expect((await admin.visit(path)).text).not.toContain(`name="${name}"`)
  setAddedLanguages([{ id, ...french }])
})

const notice = { lk_system_notice_type_id: '1', kind: 'info', starts_at: '', ends_at: '' }

test('a notice is shown in the added language, and in English if it has no such text', async () => {
  const draft = { ...notice, message: 'Closed on Monday', spanish: '', 'words.fr-ca': 'Fermé lundi' }
  expect((await admin.visit(`${settings}/notices/new`, draft)).status).toBe(303)
  await admin.visit(`${settings}/notices/new`, { ...notice, message: 'Open on Tuesday', spanish: 'Abierto el martes' })
  const { text } = await reader.visit('/dashboard')
  expect(text).toContain('Fermé lundi')
  expect(text).toContain('Open on Tuesday')
  expect(text).not.toContain('Closed on Monday')
})

test('a banner is shown in the added language, too', async () => {
  await admin.visit(`${settings}/banners`, {
    'student.message': 'Short of staff',
    'student.words.fr-ca': 'Nous manquons de personnel',
    'student.kind': 'attention',
  })
  expect((await reader.visit('/dashboard')).text).toContain('Nous manquons de personnel')
})

test('terms and privacy policy are shown in the added language, on their pages and at the checkout', async () => {
  const words = (name: string) => ({
    [`settings.${name}.en-us`]: `Our ${name}`,
    [`settings.${name}.es-es`]: `Nuestro ${name}`,
    [`settings.${name}.fr-ca`]: `Chez nous : ${name}`,
  })
  const sentBody = { version: '0', ...words('terms'), ...words('privacy') }
  expect((await admin.visit(`${settings}/checkout`, sentBody)).status).toBe(303)
  expect((await reader.visit('/terms')).text).toContain('Chez nous : terms')
  expect((await reader.visit('/privacy')).text).toContain('Chez nous : privacy')
  expect((await admin.visit('/terms')).text).toContain('Our terms')
  const storedTerms = (await admin.get('/settings/fetchCheckoutSettings')).body.settings.terms
  expect(storedTerms).toEqual({ 'en-us': 'Our terms', 'es-es': 'Nuestro terms', 'fr-ca': 'Chez nous : terms' })
})

test('the automatic reply is in the added language', async () => {
  const sentBody = {
    version: '0',
    'configuration.automaticAnswer.en-us': 'We answer soon.',
    'configuration.automaticAnswer.es-es': 'Respondemos pronto.',
    'configuration.automaticAnswer.fr-ca': 'Nous répondons bientôt.',
  }
  expect((await admin.visit(`${settings}/support`, sentBody)).status).toBe(303)
  const { body } = await reader.get('/support/categories')
  expect(body.notice.answer).toBe('Nous répondons bientôt.')
  expect(body.notice.hours).not.toContain('a.m.')
})

test('the footer of emails is in the added language', async () => {
  const sentBody = {
    action: 'sender',
    version: '0',
    footer_en: 'Ours',
    footer_es: 'Nuestro',
    'footer_more.fr-ca': 'À nous',
  }
  expect((await admin.visit(`${settings}/emails`, sentBody)).status).toBe(303)
  const { sql, organization } = await app.ctx({ kind: 'anonymous' }, 'SSD')
  const footer = footerFor(inheritSender(await listSenders({ sql }, [organization.organization_id])))
  expect([footer('fr-ca'), footer('de-de'), footer('es-es')]).toEqual(['À nous', 'Ours', 'Nuestro'])
  const alone = { ...sentBody, version: '1', footer_en: '', footer_es: '' }
  expect((await admin.visit(`${settings}/emails`, alone)).status).toBe(400)
})

test('texts of a language that was switched off stay while others are changed', async () => {
  const reply = { action: 'save', saved_reply_id: '', title: 'Hours', english: 'Nine', spanish: 'Nueve' }
  await admin.visit(`${settings}/saved-replies`, { ...reply, 'more.fr-ca': 'Neuf' })
  const [row] = await app.database.read<{ id: number }>`select saved_reply_id as id from support.saved_reply`
  const path = `${settings}/saved-replies?reply=${row!.id}`
  setAddedLanguages([])
  const { text } = await admin.visit(path)
  expect(text).toMatch(/<input type="hidden"[^>]*name="more\.fr-ca"[^>]*value="Neuf"/)
  setAddedLanguages([{ id, ...french }])
  const replies = (await admin.get('/support/savedReplies')).body.data
  expect(replies).toMatchObject([{ english: 'Nine', spanish: 'Nueve', more: { 'fr-ca': 'Neuf' } }])
})

test('refuses an unknown language, and a text that is too long', async () => {
  const save = (overrides: object) =>
    admin.post('/support/savedReply', { title: 'A', english: 'B', spanish: 'C', more: overrides })
  expect((await save({ 'fr-ca': 'x'.repeat(4_001) })).status).toBe(400)
  expect((await save({ '<script>': 'x' })).status).toBe(400)
  expect((await save({ 'fr-ca': 5 })).status).toBe(400)
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`a${'abcdefghijklmnopqrstuv'[n]}-aa`, 'x']))
  expect((await save(many)).status).toBe(400)
  expect((await save({ 'fr-ca': ' ', 'en-us': 'not here' })).body.data.more).toEqual({})
})
