import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { syncSettings } from '#modules/settings/entry.ts'
import { offeredLanguages, setAddedLanguages } from '#platform/languages.ts'
import { silentLog } from '#platform/log.ts'
import { Email } from '#platform/mail/email.tsx'
import { renderEmail } from '#platform/mail/render.ts'
import { pluralsOf, usualPluralForms } from '#platform/plurals.ts'
import { setChangedTexts } from '#platform/texts.ts'
import { type Client, listProductTexts, openTestApp } from '#tests/support/app.ts'

/** Every statement that the process sends. */
const sent = vi.hoisted(() => [] as string[])
vi.mock('postgres', async (original) => {
  const { default: open } = await original<{ default: typeof import('postgres') }>()
  const watched = (...args: Parameters<typeof open>) =>
    new Proxy(open(...args), {
      get(target, name) {
        const member = Reflect.get(target, name)
        if (name !== 'unsafe') return member
        return (text: string, ...rest: []) => {
          sent.push(text)
          return member.call(target, text, ...rest)
        }
      },
    })
  return { default: Object.assign(watched, open) }
})

const app = await openTestApp()
let admin: Client
let stop = () => {}
beforeAll(async () => {
  const [person] = await app.database.read<{ user_id: number; code: string }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, timezone)
    select organization_id, 1, 'lena@example.com', 'lena@example.com', 'Lena', 'Word', 'UTC'
    from identity.organization where parent_organization_id is null order by organization_id limit 1
    returning user_id, (select code from identity.organization o where o.organization_id = person.organization_id)`
  admin = await app.as(person!.user_id, person!.code)
  stop = await syncSettings(app.services.database, silentLog)
})
afterAll(() => {
  stop()
  setChangedTexts('', {})
  setAddedLanguages([])
})

const languages = () => offeredLanguages().map(({ language }) => language)
const call = async (path: string, body: object) => {
  const response = await admin.post(`/systemLanguage/${path}`, body)
  expect([path, response.status, response.body.issues]).toEqual([path, 200, undefined])
  return response.body
}

/** The cost of a page: its statements, except those that set a scope, and its bytes. */
async function costOf(client: Client, path: string) {
  await client.visit(path)
  sent.length = 0
  const page = await client.visit(path)
  expect([path, page.status]).toEqual([path, 200])
  return { statements: sent.filter((text) => !text.includes('set_config')).length, bytes: page.bytes.length }
}
/** A text in the plural forms of another language, all with the last English form's text. */
function inForms(language: string, english: string): string {
  return (pluralsOf(english) ?? []).toReversed().reduce((text, { at, end, name, forms }) => {
    const all = usualPluralForms(language).map((form) => `${form} {${forms.get('other')}}`)
    return `${text.slice(0, at)}{${name}, plural, ${all.join(' ')}}${text.slice(end)}`
  }, english)
}

const paths = ['/courses/search', '/login', '/support/contact']

test('a language is available to visitors from its last approved text on, at the same cost', async () => {
  const visitor = app.visitor()
  const before: { statements: number; bytes: number }[] = []
  for (const path of paths) before.push(await costOf(visitor, path))

  await call('addLanguage', { language: 'ar-eg' })
  const texts = await listProductTexts()
  const words = (english: string) => `ع ${inForms('ar-eg', english)}`
  const entry = ({ key, english }: { key: string; english: string }) => ({ key, msgstr: { 'ar-eg': words(english) } })
  const [last, ...others] = texts
  await call('saveTranslations', { translations: others.map(entry) })
  expect(languages()).toEqual(['en-us', 'es-es'])
  expect((await visitor.post('/user/setLanguage', { language: 'ar-eg' })).status).toBe(400)

  await call('saveTranslations', { translations: [{ ...entry(last!), state: 'review' }] })
  await call('saveTranslations', { translations: [entry(last!)] })
  await expect.poll(languages, { timeout: 5_000 }).toEqual(['en-us', 'es-es', 'ar-eg'])

  for (const [index, path] of paths.entries()) {
    const after = await costOf(visitor, path)
    expect([path, after.statements]).toEqual([path, before[index]!.statements])
    // One more button in the language switch, and one more link for search engines.
    expect(after.bytes - before[index]!.bytes).toBeLessThan(600)
  }

  const response = await visitor.visit('/language', { locale: 'ar-eg', redirect: '/login' })
  expect(response.headers.get('set-cookie')).toContain('locale=ar-eg')
  const page = await visitor.visit('/login')
  expect(page.text).toContain('lang="ar-eg" dir="rtl"')
  expect(page.text).toContain('ع Sign in')
  const loginCost = await costOf(visitor, '/login')
  expect(loginCost.statements).toBe(before[1]!.statements)
  const lookup = await visitor.get('/lookup/fetchAll')
  expect(lookup.body.lk_language[0].label).toContain('ع ')
})

test("is stored in the profile, and used in the person's emails, lists and lookups", async () => {
  const user_id = await app.userId('student@example.com')
  const student = await app.as(user_id)
  expect(await student.post('/user/setLanguage', { language: 'ar-EG' })).toMatchObject({
    status: 200,
    body: { language: 'ar-eg' },
  })
  const otherOrganizationClient = await app.as(user_id)
  expect((await otherOrganizationClient.visit('/dashboard')).text).toContain('lang="ar-eg" dir="rtl"')
  const html = (
    await renderEmail(
      Email({ locale: 'ar-eg', brand: { name: 'A' }, preheader: '', heading: 'B', name: 'Dana', body: [] }),
    )
  ).html
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toContain('ع Hi Dana,')
})

test('an island gets its own texts and no others', async () => {
  const { islandTexts } = await import('#platform/checks/product-texts.ts')
  const texts = await listProductTexts()
  const all = islandTexts(process.cwd(), texts)
  const english = (island: string) => all[island]!.map((index) => texts[index]!.english)
  expect(english('checkout/redeem-key').length).toBeLessThan(texts.length / 10)
  expect(english('support/chat-bubble')).toContain('Support Center')
})

test("switching it off falls back to English for everyone, and switching it on restores people's choices", async () => {
  const student = await app.as(await app.userId('student@example.com'))
  await call('switchLanguage', { language: 'ar-eg', on: 0 })
  await expect.poll(languages, { timeout: 5_000 }).toEqual(['en-us', 'es-es'])
  expect((await student.visit('/dashboard')).text).toContain('<html lang="en-us" data-person=')
  // Rewording texts of a switched-off language leaves it off.
  const [text] = await listProductTexts()
  await call('saveTranslations', { translations: [{ key: text!.key, msgstr: { 'ar-eg': 'ع' } }] })
  expect(languages()).toEqual(['en-us', 'es-es'])
  await call('switchLanguage', { language: 'ar-eg', on: 1 })
  await expect.poll(languages, { timeout: 5_000 }).toEqual(['en-us', 'es-es', 'ar-eg'])
  expect((await student.visit('/dashboard')).text).toContain('lang="ar-eg"')
  const response = await admin.post('/systemLanguage/switchLanguage', { language: 'es-es', on: 0 })
  expect(response).toMatchObject({ status: 422, body: { code: 'BUILT_IN_LANGUAGE' } })
  expect((await admin.post('/systemLanguage/switchLanguage', { language: 'fr-fr', on: 1 })).status).toBe(404)
})
