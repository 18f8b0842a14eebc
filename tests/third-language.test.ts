import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { syncSettings } from '#modules/settings/entry.ts'
import { offeredLanguages, setAddedLanguages } from '#platform/languages.ts'
import { silentLog } from '#platform/log.ts'
import { postalStates } from '#platform/states.ts'
import { setChangedTexts } from '#platform/texts.ts'
import { type Client, listProductTexts, openTestApp } from './support/app.ts'
import { leftoversOf, marked } from './support/leftovers.ts'
import { aboutYou, buyAsGuest, ok, openSeat, registerOverHttp } from './support/path.ts'

/**
 * Adds a language as an Admin would; each of its texts is the English one between marks. A student buys and takes a
 * course in it. Any text of a page, email or letter outside the marks can't be translated.
 */
const app = await openTestApp({ jobs: true })
const language = 'fr-ca'
const pagePath = '/manage/settings/translations'
const exam = 1083
const person = { email: 'odile@example.com', password: 'Long-Road-Home-77', firstName: 'Odile', lastName: 'Roy' }

let admin: Client
let token = ''
let data = ''
let catalogue: ReadonlySet<string> = new Set()
let studentCourseId = 0
let stop = () => {}
const student = app.visitor()

beforeAll(async () => {
  const user_id = await app.userId('admin@example.com')
  admin = await app.as(user_id)
  token = (await app.actorOf(user_id)).token
  stop = await syncSettings(app.services.database, silentLog)
  catalogue = new Set((await listProductTexts()).map(({ english }) => english))
  // Texts of authors and organizations are in their own language.
  const [row] = await app.database.read<{ words: string }>`
    select concat(
      (select string_agg(to_jsonb(t)::text, ' ') from catalogue.course_version t),
      (select string_agg(to_jsonb(t)::text, ' ') from catalogue.chapter t),
      (select string_agg(to_jsonb(t)::text, ' ') from catalogue.section t),
      (select string_agg(to_jsonb(t)::text, ' ') from catalogue.component t),
      (select string_agg(to_jsonb(t)::text, ' ') from catalogue.question t),
      (select string_agg(to_jsonb(t)::text, ' ') from catalogue.website t),
      (select string_agg(to_jsonb(t)::text, ' ') from catalogue.faq t),
      (select string_agg(to_jsonb(t)::text, ' ') from catalogue.certificate_template t),
      (select string_agg(to_jsonb(t)::text, ' ') from settings.system_notice t),
      (select string_agg(to_jsonb(t)::text, ' ') from identity.organization t)) as words`
  data = row!.words.replaceAll('\\"', '"').replaceAll(/(?:\s|\\n)+/g, ' ')
})
afterAll(() => {
  stop()
  setChangedTexts('', {})
  setAddedLanguages([])
})

/** Names of people, brands, languages and places. */
const names = [
  person.email,
  `${person.firstName} ${person.lastName}`,
  ...['English', 'Español', 'Français (Canada)', 'PayPal', 'Visa', 'Mastercard', 'American Express', 'Discover'],
  ...['Waypost', 'Facebook', 'Instagram', 'OR', 'II', 'III', 'IV', '12 Bay Street', 'Tampa', 'Tampa, FL', 'YYYY-MM-DD'],
  ...postalStates.map(({ name }) => name),
]

/** Texts that are neither translated nor written by someone for their own site. */
const untranslated = (html: string): string[] =>
  leftoversOf(html)
    .flatMap((piece) => piece.split(/ [·|] /))
    .filter((piece) => {
      const trimmed = piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.?!)”"]+$/gu, '')
      if (trimmed.split(', ').every((text) => names.includes(text))) return false
      if (catalogue.has(trimmed)) return !data.includes(`"${trimmed}"`)
      return !/\d/.test(trimmed) && !data.includes(trimmed)
    })

/** The untranslated texts found, with their pages. */
const untranslatedTexts: string[] = []
afterEach(() => {
  expect(untranslatedTexts.splice(0)).toEqual([])
})

async function look(client: Client, path: string): Promise<string> {
  const response = await client.visit(path)
  expect([path, response.status, response.headers.get('location')]).toEqual([path, 200, null])
  untranslatedTexts.push(...untranslated(response.text).map((piece) => `${path}: ${piece}`))
  expect(response.text).toContain(`lang="${language}"`)
  return response.text
}

/** Uploads a file through the translations form, as a browser does. */
async function importFile(xliff: string, state: 'review' | 'approved', action: 'preview' | 'import') {
  const form = new FormData()
  form.set('file', new File([xliff], `${language}.xlf`, { type: 'application/xliff+xml' }))
  for (const [name, value] of Object.entries({ language, state, action })) form.set(name, value)
  const host = 'localhost:3000'
  const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', cookie: `waypost=${token}` }
  const response = await app.app.request(`http://${host}${pagePath}`, { method: 'POST', headers, body: form })
  expect([response.status, response.status === 303 ? '' : (await response.text()).slice(0, 2_000)]).toEqual([303, ''])
}
const statesOf = async () => {
  const rows = await app.database.read<{ state: string; count: number }>`
    select state, count(*)::int as count from settings.translation where language = ${language} group by state`
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test('a language is added, translated in a file, reviewed, approved, and offered from its last text on', async () => {
  ok(await admin.post('/systemLanguage/addLanguage', { language }))
  const { text } = await admin.get(`/systemLanguage/exportTranslations?language=${language}&format=xliff`)
  const translated = text.replaceAll(
    /<source xml:space="preserve">([\s\S]*?)<\/source>/g,
    (source, english: string) => `${source}<target xml:space="preserve">${marked(english)}</target>`,
  )
  const count = (await listProductTexts()).length
  await importFile(translated, 'review', 'preview')
  expect(await statesOf()).toEqual({})
  await importFile(translated, 'review', 'import')
  expect(await statesOf()).toEqual({ review: count })
  expect(offeredLanguages().map((language) => language.language)).not.toContain(language)
  await importFile(translated, 'approved', 'import')
  expect(await statesOf()).toEqual({ approved: count })
  await expect
    .poll(() => offeredLanguages().map((language) => language.language), { timeout: 10_000 })
    .toContain(language)
})

test('a visitor finds a course in it and buys it', async () => {
  await student.visit('/language', { locale: language, redirect: '/' })
  for (const path of ['/courses/search', '/course/details/1001', '/login', '/signup', '/terms', '/privacy'])
    await look(student, path)
  await student.visit('/cart/add', { course_website_id: '1001' })
  await look(student, '/checkout')
  const card = app.gateway.simulator.token({ cardNumber: '4111111111111111', expirationDate: '1239', cardCode: '123' })
  const { redirect } = await buyAsGuest(student, person, { course_website_id: 1001, card })
  await look(student, redirect)
  studentCourseId = ok(await student.get('/course/dashboard/fetch')).data.course[0].student_course_id
  await look(student, '/dashboard')
})

test('the student registers and starts', async () => {
  const course = `/course/${studentCourseId}`
  ok(await student.post('/user/saveAboutYou', aboutYou(person)))
  await look(student, `${course}/registration`)
  await registerOverHttp(student, studentCourseId, 'A123456')
  await look(student, `${course}/summary`)
  const started = ok(await student.post('/course/start', { studentCourseId }))
  await look(student, started.redirect)
  const seat = await openSeat(app, student, studentCourseId, 1)
  const first = Number(started.redirect.split('/').at(-1))
  await seat.open(first)
  const earlyAnswered = await seat.next(first)
  expect(earlyAnswered.status).toBe(422)
  expect(untranslated(earlyAnswered.body.message)).toEqual([])
})

test('the student passes the exam, is certified, and gets every email in it', async () => {
  await app.database.read`
    insert into learning.student_progress (student_course_id, organization_id, component_id, completed_at)
    select ${studentCourseId}, 1, component_id, platform.now() from catalogue.component
    where course_version_id = 1 and component_id < ${exam}
    on conflict (student_course_id, component_id)
      do update set completed_at = coalesce(student_progress.completed_at, excluded.completed_at)`
  const seat = await openSeat(app, student, studentCourseId, 1)
  await seat.open(exam)
  await look(student, `/course/${studentCourseId}/quiz/${exam}/intro`)
  await seat.sitQuiz(exam, 'wrong')
  await look(student, `/course/${studentCourseId}/quiz/${exam}/summary`)
  await seat.sitQuiz(exam, 'right', 'retake')
  await look(student, `/course/${studentCourseId}/passed`)
  const enrollment = await student.post('/certificate/download/enrollment', { student_course_id: studentCourseId })
  expect(enrollment.status).toBe(200)
  await app.runJobs(true)
  await app.runJobs(true)
  await look(student, `/course/${studentCourseId}/issued`)
  await look(student, '/dashboard')
  await look(student, '/notifications')
  const emails = app.mail.sent.filter(({ to }) => to === person.email)
  expect(emails.length).toBeGreaterThanOrEqual(3)
  for (const { subject, html } of emails) {
    expect([subject, untranslated(subject)]).toEqual([subject, []])
    const leftovers = untranslated(html ?? '').filter((piece) => !piece.startsWith('http'))
    expect([subject, leftovers]).toEqual([subject, []])
  }
})

test('staff schedule a notice in it, reword, test and reset an email in it, and retry a dead job', async () => {
  const settings = '/manage/settings'
  const notice = { lk_system_notice_type_id: '1', kind: 'info', ends_at: '', spanish: '' }
  const now = { ...notice, message: 'Open', [`words.${language}`]: marked('Ouvert'), starts_at: '' }
  const later = { ...notice, message: 'Closed', [`words.${language}`]: marked('Fermé'), starts_at: '2099-01-01' }
  for (const item of [now, later]) expect((await admin.visit(`${settings}/notices/new`, item)).status).toBe(303)
  const states = (await admin.get('/settings/fetchSystemNotices')).body.notices.map(
    (notice: { state: string }) => notice.state,
  )
  expect(states.slice(0, 2)).toEqual(['planned', 'shown'])
  const { text } = await student.visit('/dashboard')
  expect([text.includes('Ouvert'), text.includes('Fermé')]).toEqual([true, false])

  const email = { email: 'identity.welcome', language }
  const page = `${settings}/emails?email=${email.email}&language=${language}`
  const reworded = { ...email, action: 'save', version: '0', 'texts.subject': 'Bienvenue chez {organization_name}' }
  expect((await admin.visit(page, reworded)).status).toBe(303)
  expect((await admin.visit(page)).text).toContain('Bienvenue chez {organization_name}')
  ok(await admin.post('/settings/testEmail', { ...email, texts: { subject: reworded['texts.subject'] } }))
  expect(app.mail.sent.at(-1)).toMatchObject({ to: 'admin@example.com', subject: expect.stringContaining('Bienvenue') })
  expect((await admin.visit(page, { ...email, action: 'reset', version: '1' })).status).toBe(303)
  expect((await admin.visit(page)).text).not.toContain('Bienvenue chez')

  const { gateways } = ok(await admin.get('/system/status'))
  expect(gateways).toMatchObject([{ provider: 'authorize_net', unknown: 0, failed_at: null }])
  expect(Number.isNaN(Date.parse(gateways[0].answered_at))).toBe(false)

  const [dead] = await app.database.read<{ id: string }>`
    insert into queue.job (name, data, source_name, source_id, source_retry_count, source_output)
    values ('learning.sweep-reports.dead', '{}', 'learning.sweep-reports', gen_random_uuid(), 10, '{"message": "Away."}')
    returning id::text`
  expect((await admin.visit(`${settings}/system`)).text).toContain('Away.')
  expect((await admin.visit(`${settings}/system`, { job_id: dead!.id })).status).toBe(303)
  expect((await admin.visit(`${settings}/system`)).text).not.toContain('Away.')
})
