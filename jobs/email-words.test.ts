import { globSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { selectSample } from '#modules/backoffice/emails/sample-email.ts'
import { sentenceOf } from '#modules/backoffice/event-history/actions.ts'
import { declaredEmails, variablesOf } from '#platform/mail/declare-email.ts'
import { Email } from '#platform/mail/email.tsx'
import { localText } from '#platform/texts.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { bellsOf } from '#tests/support/bells.ts'
import { welcomeEmail, welcomeTexts } from './identity/welcome.mail.tsx'
import { courseEmails } from './learning/course.mail.tsx'
import { sendEmail } from './send-email.ts'

const app = await openTestApp()

async function addAdmin(
  code: string,
  name: string,
): Promise<{ user_id: number; organization_id: number; client: Client }> {
  const [row] = await app.database.read<{ user_id: number; organization_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, timezone)
    select organization_id, 1, ${`${name}@example.com`}, ${`${name}@example.com`}, ${name}, 'Word', 'UTC'
    from identity.organization where code = ${code} returning user_id, organization_id`
  return { ...row!, client: await app.as(row!.user_id, code) }
}
type Site = { code: string; organization_id: number }
const [belowRow] = await app.database.read<Site & { parent: number }>`
  select code, organization_id, parent_organization_id as parent from identity.organization
  where parent_organization_id is not null order by organization_id limit 1`
const [root] = await app.database.read<Site>`
  select code, organization_id from identity.organization where organization_id = ${belowRow!.parent}`
const manager = await addAdmin(root!.code, 'wanda')
const colleague = await addAdmin(root!.code, 'wim')
const local = await addAdmin(belowRow!.code, 'lupe')

const listOf = async ({ client }: { client: Client }, language = 'en-us') =>
  (await client.get(`/settings/emails?language=${language}`)).body.emails
const rowOf = async (actorClient: { client: Client }, email = 'identity.welcome', language = 'en-us') =>
  (await listOf(actorClient, language)).find((row: { email: string }) => row.email === email)
const save = ({ client }: { client: Client }, own: Record<string, string>, overrides: object = {}) =>
  client.post('/settings/saveEmail', { email: 'identity.welcome', language: 'en-us', texts: own, ...overrides })

beforeEach(async () => {
  await app.database.read`delete from settings.email_words`
  await app.database.read`delete from settings.email_sender`
  app.mail.sent.length = 0
})

let count = 0
/** The welcome email of an organization's person, sent by its job. */
async function welcomed(organization_id: number, locale: 'en-us' | 'es-es' = 'en-us', params: object = {}) {
  const values = { organization_name: 'Alpha', loginid: 'dana', ...params }
  const ctx = (await app.ctx()).as({ actor: { kind: 'system', name: 'test' } })
  count += 1
  await sendEmail(ctx, welcomeEmail, {
    user_id: manager.user_id,
    organization_id,
    to: `dana${count}@example.com`,
    subject: () => localText(locale, welcomeTexts, 'subject', values),
    email: () =>
      createElement(Email, {
        locale,
        brand: { name: 'Alpha' },
        preheader: '',
        heading: 'H',
        body: [localText(locale, welcomeTexts, 'body', values)],
      }),
    dedupe_key: `test:${count}`,
  })
  return app.mail.sent.at(-1)!
}

describe('every email', () => {
  const sources = globSync('jobs/**/*.{ts,tsx}')
    .filter((path) => !path.includes('.test.'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

  it('is declared under a unique name, in the file that holds its texts', () => {
    const declaredNames = sources.flatMap(({ text }) =>
      [...text.matchAll(/declareEmail\(\{\s+name: '([^']+)'/g)].map(([, name]) => name!),
    )
    const courses = Object.values(courseEmails).map(({ name }) => name)
    expect(
      declaredEmails()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...declaredNames, ...courses].sort())
    const otherFiles = sources.filter(({ path, text }) => text.includes('declareEmail(') && !path.endsWith('.mail.tsx'))
    expect(otherFiles.map(({ path }) => path)).toEqual([])
  })

  it("is declared if the demo's audit log names it", async () => {
    await welcomed(root!.organization_id)
    const rows = await app.database.read<{ name: string }>`
      select distinct after ->> 'letter' as name from platform.audit_event where action = 'mail.sent'`
    const names = declaredEmails().map(({ name }): string => name)
    expect(rows.map(({ name }) => name)).toContain('identity.welcome')
    expect(rows.filter(({ name }) => !names.includes(name))).toEqual([])
  })

  it.each(declaredEmails())('$name has a sentence in the event history, and matching texts and samples', (email) => {
    for (const locale of ['en-us', 'es-es'] as const) {
      expect(sentenceOf(`mail.sent:${email.name}`, locale)).toMatch(/^(Email sent|Correo enviado): .+\.$/)
    }
    const { subject, heading, button, texts = {} } = email.texts ?? {}
    for (const key of [subject, heading, button]) if (key) expect(texts).toHaveProperty([key])
    const variables = Object.values(texts).flatMap(variablesOf)
    expect(variables.filter((name) => selectSample(email, name, 'Alpha') === undefined)).toEqual([])
    expect(Object.keys(email.samples).filter((name) => !variables.includes(name))).toEqual([])
  })

  it('can be reworded by staff, except their own messages and the wording that New York requires', () => {
    const without = declaredEmails().flatMap(({ name, texts }) => (texts ? [] : [name]))
    expect(without.sort()).toEqual(['identity.written', 'learning.new-york-notice'])
  })
})

describe('reworded emails', () => {
  it("use the staff's text in each language, for the organization and those below it", async () => {
    const response = await save(manager, {
      subject: 'Hello from {organization_name}',
      body: 'Your username: {loginid}.',
    })
    expect(response).toMatchObject({ status: 200, body: { version: 1, changed: 2, message: 'Email saved.' } })
    for (const organization_id of [root!.organization_id, belowRow!.organization_id]) {
      const email = await welcomed(organization_id)
      expect([email.subject, email.text]).toEqual(['Hello from Alpha', expect.stringContaining('Your username: dana.')])
    }
    expect((await welcomed(root!.organization_id, 'es-es')).subject).toBe('Le damos la bienvenida a Alpha')
    await save(local, { subject: 'Ours: {organization_name}' })
    const nearEmail = await welcomed(belowRow!.organization_id)
    expect([nearEmail.subject, nearEmail.text]).toEqual([
      'Ours: Alpha',
      expect.stringContaining('Your username: dana.'),
    ])
    expect((await welcomed(root!.organization_id)).subject).toBe('Hello from Alpha')
    expect((await rowOf(local)).texts[0]).toMatchObject({
      key: 'subject',
      own: 'Ours: {organization_name}',
      inherited: 'Hello from {organization_name}',
      variables: ['organization_name'],
    })
  })

  it('are plain text: no markup, no second header, and only the declared variables', async () => {
    const wrong = [
      [{ body: 'Hi <b>you</b>' }, 'Write plain text, without HTML tags.'],
      [{ subject: 'Hi\nBcc: x@example.com' }, 'Write this text on one line.'],
      [{ subject: 'Hi\u2028Bcc: x@example.com' }, 'Write this text on one line.'],
      [{ subject: 'Hi {loginid}' }, 'Use only these variables: {organization_name}.'],
      [{ body: 'Hi {password}' }, 'Use only these variables: {organization_name}, {loginid}.'],
      [{ body: 'Hi {loginid' }, 'Use only these variables: {organization_name}, {loginid}.'],
      [{ button: 'Go to {href}' }, "This text can't have variables. Remove the part in braces."],
      [{ subject: 'x'.repeat(201) }, 'Shorten this text to 200 characters.'],
      [{ secret: 'x' }, "This email doesn't have that text. Reload the page and try again."],
    ] as const
    for (const [own, message] of wrong) {
      const { status, body } = await save(manager, own)
      expect([own, status, body.issues]).toEqual([own, 400, [{ path: `texts.${Object.keys(own)[0]}`, message }]])
    }
    expect((await save(manager, { subject: 'x' }, { email: 'identity.written' })).status).toBe(404)
    expect((await save(manager, { subject: 'x' }, { email: 'constructor' })).status).toBe(404)
    expect((await save(manager, { subject: 'x' }, { language: 'fr-fr' })).status).toBe(400)
    expect(await app.database.read`select from settings.email_words`).toEqual([])
    await save(manager, { body: 'A & B {loginid}' })
    const email = await welcomed(root!.organization_id, 'en-us', { loginid: '<script>' })
    expect(email.html).toContain('A &amp; B &lt;script&gt;')
  })

  it('are saved once when sent twice, never overwrite a newer version, and can be reset', async () => {
    const copies = await Promise.all(Array.from({ length: 6 }, () => save(manager, { subject: 'One' }, { version: 0 })))
    expect(copies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(copies.map(({ body }) => body.changed).sort()).toEqual([0, 0, 0, 0, 0, 1])
    expect((await save(manager, { subject: 'Two' }, { version: 0 })).status).toBe(409)
    expect((await save(manager, { subject: '' }, { version: 1 })).body).toMatchObject({ version: 2, changed: 1 })
    expect((await welcomed(root!.organization_id)).subject).toBe('Welcome to Alpha')
    expect((await rowOf(manager)).changed).toBe(false)
    const log = await app.database.read<{ before: object; after: object }>`
      select before, after from platform.audit_event where action = 'email.save' order by audit_event_id desc limit 1`
    expect(log[0]).toMatchObject({ before: { texts: { subject: 'One' } }, after: { texts: { subject: null } } })
  })

  it('have a version that each save increases, so that a save from an older page is refused', async () => {
    for (const [version, subject] of ['One', 'Two', 'Three'].entries())
      expect((await save(manager, { subject }, { version })).body).toMatchObject({ version: version + 1, changed: 1 })
    expect((await rowOf(manager)).version).toBe(3)
    for (const version of [0, 1, 2])
      expect([version, (await save(colleague, { subject: 'Late' }, { version })).status]).toEqual([version, 409])
    expect((await welcomed(root!.organization_id)).subject).toBe('Three')
  })

  it('have a version per language, so that two people can edit two languages at once', async () => {
    const [english, spanish] = await Promise.all([
      save(manager, { subject: 'English' }, { version: 0 }),
      save(colleague, { subject: 'Español' }, { version: 0, language: 'es-es' }),
    ])
    expect([english.status, spanish.status]).toEqual([200, 200])
    const responses = await Promise.all([
      save(colleague, { subject: 'Later' }, { version: 0 }),
      save(colleague, { subject: 'Después' }, { version: 1, language: 'es-es' }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([409, 200])
    expect((await welcomed(root!.organization_id)).subject).toBe('English')
    expect((await welcomed(root!.organization_id, 'es-es')).subject).toBe('Después')
  })

  it("fall back to the product's text if they cannot be filled, and notify staff once", async () => {
    await save(manager, { body: 'Your username: {loginid}.' })
    // As if a release had removed the variable.
    await app.database.read`update settings.email_words set words = 'Your number: {number}.' where key = 'body'`
    for (let n = 0; n < 2; n += 1) {
      expect((await welcomed(root!.organization_id)).text).toContain('Your username is dana.')
    }
    const bells = (await bellsOf(app.database, manager.user_id)).filter(({ cause }) => cause.startsWith('mail.words:'))
    expect(bells.map(({ text }) => text)).toEqual([
      "We couldn't use your wording for an email, so we sent the standard text. Check your wording: identity.welcome.",
    ])
  })

  it("are not used and are marked outdated after the product's text has changed", async () => {
    await save(manager, { subject: 'Mine' })
    await app.database.read`update settings.email_words set english = 'What it was'`
    expect((await welcomed(root!.organization_id)).subject).toBe('Welcome to Alpha')
    expect((await rowOf(manager)).texts[0]).toMatchObject({ own: 'Mine', outdated: true })
    expect((await save(manager, { subject: 'Mine' })).body.changed).toBe(1)
    expect((await welcomed(root!.organization_id)).subject).toBe('Mine')
  })
})

describe('a preview and a test message', () => {
  const draft = { email: 'identity.welcome', language: 'es-es', texts: { body: 'Usuario: {loginid}' } }

  it('render a draft with sample data and save nothing', async () => {
    const { status, body } = await manager.client.post('/settings/previewEmail', draft)
    expect([status, body.text]).toEqual([200, expect.stringContaining('Usuario: dana.driver')])
    expect(body.text).toContain('Hola, Dana:')
    expect(body.text).not.toMatch(/\{\w+\}/)
    expect(await app.database.read`select from settings.email_words`).toEqual([])
    for (const { email } of await listOf(manager)) {
      const preview = await manager.client.post('/settings/previewEmail', { email, language: 'en-us', texts: {} })
      expect([email, preview.status, /\{\w+\}/.test(preview.body.subject + preview.body.text)]).toEqual([
        email,
        200,
        false,
      ])
    }
  })

  it('are sent only to the requester, at most twenty times a day', async () => {
    const { status, body } = await manager.client.post('/settings/testEmail', draft)
    expect([status, body.message]).toEqual([200, 'We sent a test message to wanda@example.com.'])
    expect(app.mail.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['wanda@example.com', expect.stringMatching(/^Test: Le damos la bienvenida a /)],
    ])
    expect((await manager.client.post('/settings/testEmail', { ...draft, to: 'x@example.com' })).status).toBe(400)
    for (let n = 0; n < 19; n += 1) await manager.client.post('/settings/testEmail', draft)
    expect(await manager.client.post('/settings/testEmail', draft)).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_TESTS', retry_after: expect.closeTo(86_400, -3) },
    })
    expect(app.mail.sent).toHaveLength(20)
  })
})

describe('the sender', () => {
  const sender = {
    sender_name: 'Alpha Driving',
    reply_to: 'help@alpha.example',
    footer_en: 'Alpha\n1 Main St',
    footer_es: 'Alfa',
  }
  const saveSender = ({ client }: { client: Client }, overrides: object = {}) =>
    client.post('/settings/saveEmailSender', { ...sender, ...overrides })

  it("is the organization's name and reply address with its footer, inherited by organizations below", async () => {
    expect(await saveSender(manager)).toMatchObject({ status: 200, body: { version: 1 } })
    const english = await welcomed(belowRow!.organization_id)
    expect(english).toMatchObject({ from: '"Alpha Driving" <no-reply@waypost.test>', reply_to: 'help@alpha.example' })
    expect(english.text).toContain('1 Main St')
    expect((await welcomed(belowRow!.organization_id, 'es-es')).text).toContain('Alfa')
    await saveSender(local, { sender_name: 'Beta', reply_to: '', footer_en: '', footer_es: '' })
    expect(await welcomed(belowRow!.organization_id)).toMatchObject({
      from: '"Beta" <no-reply@waypost.test>',
      reply_to: 'help@alpha.example',
    })
    const copies = await Promise.all(Array.from({ length: 4 }, () => saveSender(manager, { version: 1 })))
    expect(copies.map(({ body }) => body.version)).toEqual([1, 1, 1, 1])
    expect((await saveSender(manager, { sender_name: 'Other', version: 0 })).status).toBe(409)
  })

  it("has the organization's own name until one is chosen, without characters that a header gives a meaning", async () => {
    const { organization_id } = belowRow!
    const [row] = await app.database.read<{ name: string }>`
      select name from identity.organization where organization_id = ${organization_id}`
    expect(await welcomed(organization_id)).toMatchObject({ from: `"${row!.name}" <no-reply@waypost.test>` })
    const rename = (name: string) => app.database.read`
      update identity.organization set name = ${name} where organization_id = ${organization_id}`
    await rename('Drive "Safe" <Texas>')
    expect(await welcomed(organization_id)).toMatchObject({ from: '"Drive Safe Texas" <no-reply@waypost.test>' })
    await rename(row!.name)
  })

  it.each([
    ['sender_name', 'Alpha\r\nBcc: x@example.com'],
    ['sender_name', 'Alpha <x@example.com>'],
    ['sender_name', 'support@bank.example'],
    ['sender_name', 'Al"pha'],
    ['sender_name', 'Alpha\u202e'],
    ['reply_to', 'a@example.com, b@example.com'],
    ['reply_to', 'a@example.com\nBcc: x@example.com'],
    ['footer_es', ''],
  ])('is refused with a %s like %j', async (name, value) => {
    expect(await saveSender(manager, { [name]: value })).toMatchObject({ status: 400 })
    expect(await app.database.read`select from settings.email_sender`).toEqual([])
  })
})

it('the list of sent emails names recipients of this organization and those below, not above', async () => {
  await welcomed(root!.organization_id)
  const response = await manager.client.get('/settings/sentEmails?organization_name=')
  expect(response.body.data[0]).toMatchObject({ email: 'Email sent: welcome.', recipient: 'wanda Word' })
  const other = await local.client.get('/settings/sentEmails')
  const organizations = new Set(other.body.data.map((row: { organization_id: number }) => row.organization_id))
  expect([...organizations]).toEqual([belowRow!.organization_id])
})

it('the pages work as plain forms in both languages', async () => {
  const list = await manager.client.visit('/manage/settings/emails')
  expect(list.text).toContain('Welcome to {organization_name}')
  const path = '/manage/settings/emails?email=identity.welcome&language=es-es'
  const form = { action: 'save', email: 'identity.welcome', language: 'es-es', version: '0' }
  const savedResponse = await manager.client.visit(path, { ...form, 'texts.subject': 'Hola desde {organization_name}' })
  expect([savedResponse.status, savedResponse.headers.get('location')]).toEqual([303, path])
  expect((await manager.client.visit(path)).text).toContain('Hola desde {organization_name}')
  const refusedResponse = await manager.client.visit(path, { ...form, version: '1', 'texts.subject': 'Hola {x}' })
  expect(refusedResponse.text).toContain('Use only these variables: {organization_name}.')
  const draft = { ...form, version: '1', 'texts.subject': 'Buenos días de {organization_name}' }
  const page = await manager.client.visit(path, { ...draft, action: 'preview' })
  expect(page.status).toBe(200)
  expect(page.text).toContain('value="Buenos días de {organization_name}"')
  expect(page.text).toMatch(/>Buenos días de (?!\{)/)
  const tested = await colleague.client.visit(path, { ...draft, action: 'test' })
  expect([tested.status, tested.text]).toEqual([200, expect.stringContaining('We sent a test message to wim@')])
  expect(app.mail.sent.at(-1)?.subject).toMatch(/^Test: Buenos días de /)
  const response = await manager.client.visit(path, { ...draft, action: 'preview', 'texts.subject': 'Hola {x}' })
  expect([response.status, response.text]).toEqual([400, expect.stringContaining('Use only these variables')])
  expect((await rowOf(manager, 'identity.welcome', 'es-es')).texts[0].own).toBe('Hola desde {organization_name}')
  await manager.client.visit(path, { ...form, action: 'reset', version: '1' })
  expect((await rowOf(manager, 'identity.welcome', 'es-es')).changed).toBe(false)
  const sender = { action: 'sender', version: '0', sender_name: 'Plain', reply_to: '', footer_en: '', footer_es: '' }
  expect((await manager.client.visit('/manage/settings/emails', sender)).status).toBe(303)
  expect((await manager.client.visit('/manage/settings/emails')).text).toContain('value="Plain"')
  const student = await app.as(await app.userId('student@example.com'))
  expect((await student.get('/settings/emails')).status).toBe(403)
})
