import { generateSync } from 'otplib'
import { beforeAll, expect, test } from 'vitest'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { openOwner } from '#tests/support/owner.ts'
import { records } from '#tests/support/records.ts'
import { openView } from '#tests/support/view.ts'

const app = await openTestApp()
let admin: Client
let instructor: Client
let student: Client
let student_id = 0
beforeAll(async () => {
  student_id = await app.userId('student@example.com')
  admin = await app.as(await app.userId('admin@example.com'))
  instructor = await app.as(await app.userId('instructor@example.com'))
  student = await app.as(student_id)
})

const tabsIn = (html: string) =>
  [...html.matchAll(/href="[^"]*?(?:\?|&amp;)tab=(\w+)"/g)].map(([, name]) => name).filter((name) => name !== 'linked')

test("a student's settings show the profile as a filled form, with tabs that are links", async () => {
  const { status, text } = await student.visit('/settings')
  expect(status).toBe(200)
  expect(text).toContain('value="student@example.com"')
  expect(text).toContain('href="/settings?tab=documents"')
  expect(tabsIn(text)).not.toContain('notes')
  expect(tabsIn(text)).not.toContain('permissions')
  expect(tabsIn(text)).not.toContain('events')
  expect(text).not.toContain('System settings')
})

test("every tab of one's own account is a separate page, readable without scripts", async () => {
  const shows: Record<string, string> = {
    security: 'Change Password',
    'two-factor': 'Passkeys',
    linked: 'Accounts you can switch to',
    billing: 'No saved cards.',
    payments: 'Payments',
    courses: 'Courses',
    certificates: 'Certificates',
    documents: 'No documents yet.',
    tickets: 'No support tickets.',
  }
  for (const [tab, words] of Object.entries(shows)) {
    const { status, text } = await student.visit(`/settings?tab=${tab}`)
    expect(status, tab).toBe(200)
    expect(text, tab).toContain(words)
  }
})

test("staff's notes about a person are not shown to the person, at any address", async () => {
  for (const tab of ['notes', 'events', 'permissions']) {
    const { text } = await student.visit(`/settings?tab=${tab}`)
    expect(text, tab).toContain('role="status"')
    expect(text, tab).not.toContain('x-island name="backoffice/notes-tab"')
  }
})

test("an Admin's settings begin with the account and link to the system settings; visitors sign in first", async () => {
  const { text } = await admin.visit('/settings')
  expect(text).toContain('System settings')
  expect(text).toContain('value="admin@example.com"')
  expect((await app.visitor().visit('/settings')).headers.get('location')).toBe('/login?redirect=%2Fsettings')
})

test("staff read a student's account as a page, including notes", async () => {
  const path = `/manage/student/${student_id}/account`
  const { status, text } = await admin.visit(path)
  expect(status).toBe(200)
  expect(text).toContain('value="student@example.com"')
  expect(tabsIn(text)).toContain('notes')
  expect(text).toContain(`href="/manage/charge/${student_id}"`)
  expect((await instructor.visit(path)).text).not.toContain('/manage/charge/')
  const notes = await admin.visit(`${path}?tab=notes`)
  expect(notes.text).toContain('No notes yet.')
})

test('the form for a new person requires the permission; other tabs wait until the person exists', async () => {
  const response = await admin.visit('/manage/student/new/account?tab=documents')
  expect(response.text).toContain('Cannot access until user is created.')
  expect((await instructor.visit('/manage/administrator/new/account')).headers.get('location')).toBe('/404')
})

test('an account out of scope returns 404, for staff of another tenant, for students and for malformed addresses', async () => {
  const path = `/manage/student/${student_id}/account`
  expect((await student.visit(path)).headers.get('location')).toBe('/dashboard')
  await app.database.tx(async (sql) => {
    await sql`insert into identity.organization (organization_id, code, name) values (991, 'FRM', 'Foreign')`
    await sql`insert into identity.organization_closure values (991, 991, 0)`
    await sql`
      insert into identity.person (user_id, organization_id, lk_user_role_id, loginid, email)
      values (99100, 991, 3, 'stranger', 'stranger@example.com')`
  })
  for (const tab of ['general', 'notes', 'documents']) {
    const { headers } = await admin.visit(`/manage/student/99100/account?tab=${tab}`)
    expect(headers.get('location'), tab).toBe('/404')
  }
  expect((await admin.visit('/manage/student/999999/account')).headers.get('location')).toBe('/404')
  expect((await admin.visit('/manage/robot/1/account')).headers.get('location')).toBe('/404')
})

test("the students grid links to each student's account and to a new one", async () => {
  const { text } = await admin.visit('/manage/students')
  expect(text).toContain(`href="/manage/student/${student_id}/account"`)
  expect(text).toContain('Edit Profile')
  expect(text).toContain('href="/manage/student/new/account"')
})

test('fields locked by a purchase are shown and cannot be changed, in the account and on About You', async () => {
  const owner = await openOwner(app)
  const client = await owner.client()
  await client.post('/user/saveAboutYou', {
    firstName: 'Viola',
    lastName: owner.lastName,
    dob: '04/18/1988',
    gender: 'F',
    address1: '12 Bay Street',
    city: 'Tampa',
    state: 10,
    zip: '33602',
  })
  const field = (html: string, name: string) => html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0]
  expect(field((await client.visit('/about')).text, 'firstName')).not.toContain('readOnly')
  await records.purchase(app, owner)
  const about = (await client.visit('/about')).text
  expect(about).toContain('You bought a course with this name')
  for (const name of ['firstName', 'lastName', 'dob']) expect(field(about, name), name).toContain('readOnly=""')
  expect(field(about, 'city')).not.toContain('readOnly')
  const settings = (await client.visit('/settings')).text
  expect(settings).toContain('You bought a course with this name')
  expect(settings).toMatch(/<fieldset disabled="" class="contents">/)
})

test('a missing date of birth can be given once, in the account and on About You, after the rest is locked', async () => {
  const owner = await openOwner(app)
  const client = await owner.client()
  await records.purchase(app, owner)
  const person = app.database.read`
    select user_id from identity.person where last_name = ${owner.lastName}`
  await app.database.read`update identity.person set dob = null, first_name = 'Viola' where user_id in (${person})`
  await app.database.read`
    update learning.student_course set registered_at = platform.now() where user_id in (${person})`
  /** The page without its disabled fields. */
  const open = async () =>
    (await client.visit('/settings')).text.replaceAll(
      /<fieldset disabled="" class="contents">[\s\S]*?<\/fieldset>/g,
      '',
    )
  const before = await open()
  expect(before).toContain('You submitted your course registration with this name')
  expect(before).toContain('name="dob"')
  expect(before).not.toContain('name="first_name"')
  const about = (await client.visit('/about')).text
  expect(about.match(/<input[^>]*name="dob"[^>]*>/)?.[0]).not.toContain('readOnly')
  expect(about.match(/<input[^>]*name="firstName"[^>]*>/)?.[0]).toContain('readOnly')
  const response = await client.visit('/settings', { dob: '04181988', gender: '' })
  expect(response.status).toBe(303)
  const [row] = await app.database.read<{ dob: string }>`
    select dob::text from identity.person where user_id in (${person})`
  expect(row!.dob).toBe('1988-04-18')
  expect(await open()).not.toContain('name="dob"')
})

/** An authenticator app's current code. */
async function codeOf(secret: string): Promise<string> {
  const [row] = await app.database.read<{ epoch: number }>`
    select floor(extract(epoch from platform.now()))::int as epoch`
  return generateSync({ secret, epoch: row!.epoch })
}

async function turnOnTwoFactor(client: Client): Promise<string> {
  const { secret } = (await client.post('/user/start2fa', {})).body
  expect((await client.post('/user/save2fa', { token: await codeOf(secret) })).status).toBe(200)
  return secret
}

test('an Admin requires a second factor of staff by a plain form, which asks for a recent proof', async () => {
  const isAsked = async () => (await admin.get('/organization/security')).body.staff_2fa_required
  expect((await admin.visit('/settings')).text).toContain('action="/settings/staff-security"')
  expect((await student.visit('/settings')).text).not.toContain('staff-security')
  expect((await student.visit('/settings/staff-security', {})).headers.get('location')).toBe('/dashboard')

  // An Admin who requires a second factor of others must have one.
  const form = { staff_2fa_required: '1' }
  const first = await admin.visit('/settings/staff-security', form)
  expect(first.text).toContain('Set up two-factor authentication first.')
  expect(await isAsked()).toBe(false)
  const secret = await turnOnTwoFactor(admin)
  expect((await admin.visit('/settings/staff-security', form)).headers.get('location')).toBe('/settings')
  expect(await isAsked()).toBe(true)

  await app.moveClock(16 * 60_000)
  const prove = '/prove?redirect=%2Fsettings%2Fstaff-security'
  expect((await admin.visit('/settings/staff-security', {})).headers.get('location')).toBe(prove)
  expect(await isAsked()).toBe(true)
  expect((await admin.visit(prove)).text).not.toContain('name="password"')
  const response = await admin.visit(prove, { code2fa: await codeOf(secret) })
  expect(response.headers.get('location')).toBe('/settings/staff-security')
  expect((await admin.visit('/settings/staff-security')).text).toContain('checked=""')
  await admin.visit('/settings/staff-security', {})
  expect(await isAsked()).toBe(false)
})

test("one's own picture has its own page, linked from the account", async () => {
  expect((await student.visit('/settings')).text).toContain('href="/settings/picture"')
  const { status, text } = await student.visit('/settings/picture')
  expect(status).toBe(200)
  expect(text).toContain('identity/own-picture')
  expect((await app.visitor().visit('/settings/picture')).headers.get('location')).toContain('/login')
})

/** The profile's fields as a browser without scripts gets them. */
function fieldsIn(html: string): Record<string, string> {
  const form = /<form[^>]*gap-7[^>]*>.*?<\/form>/s.exec(html)![0]
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([tag]) => ({
    name: /name="([^"]*)"/.exec(tag)?.[1] ?? '',
    value: /value="([^"]*)"/.exec(tag)?.[1] ?? '',
    sent: !tag.includes('type="checkbox"') || tag.includes('checked'),
  }))
  const selects = [...form.matchAll(/<select[^>]*name="([^"]*)".*?<\/select>/gs)].map(([tag, name = '']) => ({
    name,
    value:
      /<option value="([^"]*)" selected/.exec(tag)?.[1] ?? /<option selected="" value="([^"]*)"/.exec(tag)?.[1] ?? '',
    sent: true,
  }))
  return Object.fromEntries([...inputs, ...selects].flatMap(({ name, value, sent }) => (sent ? [[name, value]] : [])))
}

test('the profile with phone numbers is saved by a plain form, and a newer record is not overwritten', async () => {
  const owner = await openOwner(app)
  const client = await owner.client()
  const before = fieldsIn((await client.visit('/settings')).text)
  expect(before).toMatchObject({ last_name: owner.lastName, email: owner.email, phone_id_1: '' })
  const input = { ...before, first_name: 'Violet', city: 'Miami', phone_number_1: '(813) 555-0199', phone_type_1: '3' }
  const response = await client.visit('/settings', input)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/settings'])
  const { text } = await client.visit('/settings')
  expect(text).toContain('Your changes were saved.')
  const after = fieldsIn(text)
  expect(after).toMatchObject({
    first_name: 'Violet',
    city: 'Miami',
    phone_number_1: '(813) 555-0199',
    phone_type_1: '3',
  })

  const lateResponse = await client.visit('/settings', { ...input, first_name: 'Late' })
  expect(lateResponse.headers.get('location')).toBe('/settings')
  const page = (await client.visit('/settings')).text
  expect(page).toContain('Someone else has changed this profile.')
  expect(fieldsIn(page).first_name).toBe('Violet')

  await client.visit('/settings', { ...after, phone_remove_1: '1' })
  expect(fieldsIn((await client.visit('/settings')).text).phone_number_1).toBe('')
})

test('the plain form shows an error at its field, and keeps the typed text', async () => {
  const owner = await openOwner(app)
  const client = await owner.client()
  const before = fieldsIn((await client.visit('/settings')).text)
  const invalidInput = { ...before, first_name: 'Vera', last_name: '', zip: '1', phone_number_1: '555' }
  const { status, text } = await client.visit('/settings', invalidInput)
  expect(status).toBe(422)
  expect(fieldsIn(text)).toMatchObject({ first_name: 'Vera', last_name: '', zip: '1', phone_number_1: '555' })
  expect(text).toContain('Please, correct all errors.')
  expect(text).toMatch(/<input[^>]*name="last_name"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="last_name"/)
  expect(text).toContain('Please add a valid phone number.')
  expect(fieldsIn((await client.visit('/settings')).text)).toEqual(before)
})

test('a new email address by the plain form requires a proof first', async () => {
  const owner = await openOwner(app)
  const client = await owner.client()
  await app.moveClock(16 * 60_000)
  const before = fieldsIn((await client.visit('/settings')).text)
  const response = await client.visit('/settings', { ...before, email: `new.${owner.email}` })
  expect(response.headers.get('location')).toBe('/prove?redirect=%2Fsettings')
  expect(fieldsIn((await client.visit('/settings')).text).email).toBe(owner.email)
})

test('without scripts the security tab shows the sessions, ends them, and changes the password', async () => {
  const owner = await openOwner(app)
  const [client, otherOrganizationClient] = [await owner.client(), await owner.client()]
  const { session_id } = (await client.get('/user/sessions')).body.sessions.find(
    ({ current }: { current: boolean }) => !current,
  )
  const tab = '/settings?tab=security'
  expect((await client.visit(tab)).text).toContain(`value="end:${session_id}"`)
  const otherOwner = await openOwner(app)
  await (await otherOwner.client()).visit(tab, { action: `end:${session_id}` })
  expect((await otherOrganizationClient.get('/user/sessions')).status).toBe(200)
  expect((await client.visit(tab, { action: `end:${session_id}` })).headers.get('location')).toBe(tab)
  expect((await client.visit(tab)).text).toContain('That device was signed out.')
  expect((await otherOrganizationClient.get('/user/sessions')).status).toBe(401)
  for (const action of ['toString', 'end:x', 'connect:google', 'disconnect:nobody'])
    expect((await client.visit(tab, { action })).status, action).toBe(422)

  const third = await owner.client()
  await client.visit(tab, { action: 'end-others' })
  expect((await third.get('/user/sessions')).status).toBe(401)
  const address = /action="(\/change-password[^"]*)"/.exec((await client.visit(tab)).text)![1]!
  const invalidInput = {
    oldPassword: 'not-my-password',
    newPassword: 'Merge-With-Care-77!',
    confirmPassword: 'Merge-With-Care-77!',
  }
  expect((await client.visit(address, invalidInput)).status).toBe(422)
  expect(new URL(address, 'http://localhost').searchParams.get('redirect')).toBe(tab)
})

test('the plain forms of the settings change nothing while staff view as a person', async () => {
  const owner = await openOwner(app)
  const view = await openView(app, owner.user_id)
  const before = fieldsIn((await (await owner.client()).visit('/settings')).text)
  expect((await view.visit('/settings', { ...before, first_name: 'Eve' })).headers.get('location')).toBe('/settings')
  expect(fieldsIn((await (await owner.client()).visit('/settings')).text).first_name).toBe(before.first_name)
})
