import { beforeAll, describe, expect, it } from 'vitest'
import { formatHours, formatHoursSentence, isOpen, type SupportHours } from '#modules/settings/index.ts'
import { encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()

type Person = { user_id: number; client: Client }
/** A person of a role (1 Admin, 2 Instructor, 3 Student) on the site of their organization. */
async function addPerson(code: string, role: number, name: string): Promise<Person> {
  const [row] = await app.database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, timezone)
    select organization_id, ${role}, ${`${name}@example.com`}, ${`${name}@example.com`}, ${name}, 'Hart', 'UTC'
    from identity.organization where code = ${code} returning user_id`
  return { user_id: row!.user_id, client: await app.as(row!.user_id, code) }
}

let parentPerson: Person
let childPerson: Person
let otherOrganizationPerson: Person
let student: Person
beforeAll(async () => {
  parentPerson = await addPerson('LSD', 1, 'abe')
  childPerson = await addPerson('LST', 1, 'bea')
  otherOrganizationPerson = await addPerson('SSD', 1, 'eli')
  student = await addPerson('LST', 3, 'stu')
})

const fetchOf = async ({ client }: Person) => (await client.get('/settings/fetchSupportSettings')).body.settings
const save = ({ client }: Person, configuration: object, version?: number) =>
  client.post('/settings/saveSupportSettings', { configuration, version })
const open = (client: Client, fields: object = {}) =>
  client.post('/support/createSupportTicket', { details: 'I cannot go on', category_id: 2, ...fields })
const ticketOf = async (client: Client, chat_thread_id: number) =>
  (await client.get(`/support/fetchTicketChatHistory?chat_thread_id=${chat_thread_id}`)).body.data[0]

const weekend: SupportHours = { days: [6, 7], from: '10:00', until: '14:30', timezone: 'America/Chicago' }
const answer = { 'en-us': 'A person reads this soon.', 'es-es': 'Una persona lo leerá pronto.' }

describe('support settings', () => {
  it("default to the product's values", async () => {
    const configuration = {
      phone: null,
      email: null,
      hours: null,
      automaticAnswer: null,
      defaultAssignee: null,
      categories: null,
    }
    expect((await otherOrganizationPerson.client.get('/settings/fetchSupportSettings')).body).toMatchObject({
      error: false,
      settings: {
        configuration,
        inherited: { phone: null, hours: { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' } },
        version: 0,
      },
    })
  })

  it("offer hours in the organization's own time zone", async () => {
    await app.database.read`update identity.organization set time_zone = 'America/Denver' where code = 'LST'`
    const { text } = await childPerson.client.visit('/manage/settings/support')
    expect(text).toMatch(/<option[^>]*(value="America\/Denver"[^>]*selected|selected[^>]*value="America\/Denver")/)
  })

  it('apply to the organization and those below it, unless one of those overrides them, and to no other', async () => {
    const response = await save(parentPerson, { phone: '(555) 123-4567', email: 'help@example.com', hours: weekend })
    expect(response).toMatchObject({ status: 200, body: { message: 'Support settings updated.' } })
    expect((await fetchOf(childPerson)).inherited).toMatchObject({ phone: '5551234567', hours: weekend })
    expect((await fetchOf(otherOrganizationPerson)).inherited.phone).toBeNull()
    await save(childPerson, { phone: '5559876543' })
    expect(await fetchOf(childPerson)).toMatchObject({
      configuration: { phone: '5559876543', email: null },
      inherited: { email: 'help@example.com' },
    })
    expect((await fetchOf(parentPerson)).configuration.phone).toBe('5551234567')
  })

  it('supply the support phone shown on pages', async () => {
    await save(parentPerson, { phone: '5551234567', email: 'help@example.com', hours: weekend })
    await save(childPerson, {})
    const page = await student.client.visit('/dashboard')
    expect(page.text).toContain('(555) 123-4567')
    expect(page.text).toContain('Sat and Sun 10 a.m.-2:30 p.m. CST')
    expect(page.text).toContain('mailto:help@example.com')
    const catalogue = () => app.visitor('LST').visit('/courses/search')
    expect((await catalogue()).text).toContain('(555) 123-4567')
    await save(childPerson, { phone: '5559876543' })
    expect((await catalogue()).text).toContain('(555) 987-6543')
    expect((await app.visitor('SSD').visit('/courses/search')).text).not.toContain('(555)')
    await save(childPerson, {})
  })

  it('reply to new tickets, and announce outside the hours that support is closed', async () => {
    await save(parentPerson, {
      automaticAnswer: answer,
      hours: { ...weekend, days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '24:00' },
    })
    const { chat_thread_id } = (await open(student.client)).body.data
    const { notice } = await ticketOf(student.client, chat_thread_id)
    expect(notice).toEqual({
      answer: answer['en-us'],
      hours: 'Support is available every day, 12 a.m.-midnight CST.',
      closed: null,
    })
    // A minute per week, during which the test does not run.
    await save(parentPerson, { hours: { ...weekend, days: [otherDay()], from: '03:00', until: '03:01' } })
    const { body } = await student.client.get('/support/categories')
    expect(body.notice).toMatchObject({ closed: expect.stringContaining('Support is closed right now.') })
    expect((await student.client.visit('/support/center?new=true')).text).toContain('Support is closed right now.')
    expect((await app.visitor('LST').visit('/support/contact')).text).toContain('Support is closed right now.')
  })

  it('offer their categories; others are refused to people but not to staff', async () => {
    await save(parentPerson, { categories: [7, 1] })
    const { body } = await student.client.get('/support/categories')
    expect(body.data.map((item: { category_name: string }) => item.category_name)).toEqual([
      'Course Disabled',
      'Missing Certificate',
      'Other',
    ])
    const response = await open(student.client, { category_id: 3 })
    expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'category_id' }] } })
    for (const category_id of [1, 8]) expect((await open(student.client, { category_id })).status).toBe(200)
    const forThem = { category_id: 3, reporter_entity_id: student.user_id }
    expect((await open(childPerson.client, forThem)).status).toBe(200)
    const page = await student.client.visit('/support/center?new=true&category_id=3')
    expect(page.text).toContain('Missing Certificate')
    expect(page.text).not.toContain('Completion Error')
    const visitor = { name: 'Vic', email: 'vic@example.com', details: encodeMessage('Hello') }
    expect((await app.visitor('LST').post('/support/visitor', { ...visitor, category_id: 3 })).status).toBe(400)
    expect((await app.visitor('LST').post('/support/visitor', { ...visitor, category_id: 8 })).status).toBe(200)
    await save(parentPerson, { categories: [] })
    expect((await fetchOf(parentPerson)).configuration.categories).toBeNull()
  })

  it('assign new tickets to the default assignee, unless they wrote it or no longer work on tickets', async () => {
    expect((await save(parentPerson, { defaultAssignee: childPerson.user_id })).body.issues).toMatchObject([
      { path: 'configuration.defaultAssignee', message: 'Choose a person who works on support tickets.' },
    ])
    expect((await save(parentPerson, { defaultAssignee: student.user_id })).status).toBe(400)
    expect((await save(parentPerson, { defaultAssignee: parentPerson.user_id })).status).toBe(200)
    const assignedCategories = async ({ client }: Person) => {
      const { chat_thread_id } = (await open(client)).body.data
      const { assigned_entity_id, lk_issue_status_id } = await ticketOf(client, chat_thread_id)
      return [assigned_entity_id, lk_issue_status_id]
    }
    expect(await assignedCategories(student)).toEqual([parentPerson.user_id, 6])
    expect(await assignedCategories(parentPerson)).toEqual([0, 5])
    expect(await assignedCategories(otherOrganizationPerson)).toEqual([0, 5])
    await save(childPerson, { defaultAssignee: childPerson.user_id })
    expect(await assignedCategories(student)).toEqual([childPerson.user_id, 6])
    await app.database
      .read`update identity.person set deleted_at = platform.now() where user_id = ${parentPerson.user_id}`
    await save(childPerson, {})
    expect(await assignedCategories(student)).toEqual([0, 5])
    await app.database.read`update identity.person set deleted_at = null where user_id = ${parentPerson.user_id}`
  })

  it('refuse invalid values field by field', async () => {
    const wrong = [
      [{ phone: '123' }, 'configuration.phone'],
      [{ email: 'help' }, 'configuration.email'],
      [{ hours: { ...weekend, from: '14:30' } }, 'configuration.hours.until'],
      [{ hours: { ...weekend, from: '0900' } }, 'configuration.hours.from'],
      [{ hours: { ...weekend, timezone: 'Mars/Olympus' } }, 'configuration.hours.timezone'],
      [{ hours: { ...weekend, days: [8] } }, 'configuration.hours.days.0'],
      [{ automaticAnswer: { ...answer, 'es-es': ' ' } }, 'configuration.automaticAnswer.es-es'],
      [{ automaticAnswer: { ...answer, 'en-us': 'x'.repeat(1_001) } }, 'configuration.automaticAnswer.en-us'],
      [{ categories: [9] }, 'configuration.categories.0'],
      [{ fax: '5551234567' }, 'configuration'],
    ] as const
    for (const [configuration, path] of wrong) {
      const { status, body } = await save(otherOrganizationPerson, configuration)
      expect([status, body.issues?.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]])
    }
    expect(
      (await save(otherOrganizationPerson, { automaticAnswer: { ...answer, 'en-us': 'x'.repeat(1_000) } })).status,
    ).toBe(200)
  })

  it('are not overwritten from a stale version, and changes are audited', async () => {
    const { version } = await fetchOf(otherOrganizationPerson)
    expect((await save(otherOrganizationPerson, { email: 'one@example.com' }, version)).status).toBe(200)
    expect((await save(otherOrganizationPerson, { email: 'one@example.com' }, version)).status).toBe(200)
    const fetched = (await fetchOf(otherOrganizationPerson)).version
    const copies = await Promise.all(
      Array.from({ length: 8 }, () =>
        save(otherOrganizationPerson, { email: 'one@example.com', phone: '5550001111' }, fetched),
      ),
    )
    expect(new Set(copies.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await fetchOf(otherOrganizationPerson)).version).toBe(fetched + 1)
    const conflict = await save(otherOrganizationPerson, { email: 'two@example.com' }, version)
    expect([conflict.status, conflict.body.code]).toEqual([409, 'CONFLICT'])
    const events = await app.database.read<{ before: { email: string | null }; after: { email: string } }>`
      select before, after from platform.audit_event
      where action = 'support.settings' and actor_user_id = ${otherOrganizationPerson.user_id}`
    expect(events.filter(({ after }) => after.email === 'one@example.com')).toHaveLength(2)
  })

  it('are read and changed only with the settings permission', async () => {
    const instructor = await addPerson('LSD', 2, 'ina')
    for (const { client } of [student, instructor]) {
      expect((await client.get('/settings/fetchSupportSettings')).status).toBe(403)
      expect((await client.post('/settings/saveSupportSettings', { configuration: {} })).status).toBe(403)
    }
    expect((await app.visitor('LSD').get('/settings/fetchSupportSettings')).status).toBe(401)
  })

  it('are changed by a form, which keeps the typed text on an error', async () => {
    const pagePath = '/manage/settings/support'
    const { version } = await fetchOf(otherOrganizationPerson)
    const form = {
      version: String(version),
      'configuration.phone': '555-222-3333',
      'configuration.hours.day6': '1',
      'configuration.hours.from': '10:00',
      'configuration.hours.until': '14:00',
      'configuration.hours.timezone': 'America/Denver',
      'configuration.category7': '1',
    }
    const response = await otherOrganizationPerson.client.visit(pagePath, { ...form, 'configuration.phone': '12' })
    expect(response.text).toContain('Enter a 10-digit phone number.')
    expect(response.text).toMatch(
      /name="configuration.hours.day6"[^>]*checked|checked[^>]*name="configuration.hours.day6"/,
    )
    expect((await otherOrganizationPerson.client.visit(pagePath, form)).status).toBe(303)
    expect((await fetchOf(otherOrganizationPerson)).configuration).toEqual({
      phone: '5552223333',
      email: null,
      hours: { days: [6], from: '10:00', until: '14:00', timezone: 'America/Denver' },
      automaticAnswer: null,
      defaultAssignee: null,
      categories: [7, 8],
    })
    expect((await otherOrganizationPerson.client.visit(pagePath)).text).toContain('(555) 222-3333')
  })
})

/** A day of the week that is neither today nor tomorrow anywhere. */
const otherDay = () => ((new Date().getUTCDay() + 3) % 7) + 1

describe('support hours', () => {
  const usual: SupportHours = { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00', timezone: 'America/New_York' }

  it('are formatted for readers in both languages', () => {
    expect(formatHours(usual, 'en-us')).toBe('Mon-Fri 9-5 EST')
    expect(formatHoursSentence(usual, 'en-us')).toBe('Support is available Mon-Fri, 9 a.m.-5 p.m. EST.')
    expect(formatHoursSentence(usual, 'es-es')).toBe(
      'Soporte atiende de lunes a viernes, de 9 a.m. a 5 p.m. (hora del Este).',
    )
    expect(formatHoursSentence(weekend, 'es-es')).toBe(
      'Soporte atiende los sábados y domingos, de 10 a.m. a 2:30 p.m. (hora del Centro).',
    )
    expect(formatHours({ ...weekend, days: [1, 3, 5] }, 'en-us')).toBe('Mon, Wed, and Fri 10 a.m.-2:30 p.m. CST')
  })

  it("open and close in their zone's local time, to the minute and across a clock change", () => {
    const isOpenAt = (instant: string) => isOpen(usual, new Date(instant))
    expect([isOpenAt('2026-01-05T13:59:59Z'), isOpenAt('2026-01-05T14:00:00Z')]).toEqual([false, true])
    expect([isOpenAt('2026-01-05T21:59:59Z'), isOpenAt('2026-01-05T22:00:00Z')]).toEqual([true, false])
    expect([isOpenAt('2026-07-06T12:59:59Z'), isOpenAt('2026-07-06T13:00:00Z')]).toEqual([false, true])
    // Saturday there, and already Sunday in UTC.
    expect(isOpenAt('2026-01-10T15:00:00Z')).toBe(false)
    expect(isOpen({ ...usual, days: [6], until: '24:00' }, new Date('2026-01-11T04:59:00Z'))).toBe(true)
  })
})
