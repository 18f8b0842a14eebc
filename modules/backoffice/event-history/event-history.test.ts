import { beforeAll, expect, test } from 'vitest'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { type Call, type Client, openTestApp } from '#tests/support/app.ts'
import { type Owner, openOwner } from '#tests/support/owner.ts'
import { ok } from '#tests/support/path.ts'
import { readSheet } from '#tests/support/read-sheet.ts'
import { records } from '#tests/support/records.ts'

const app = await openTestApp({ jobs: true })
let admin: Client
let admin_id = 0
let instructor: Client
let foreignClient: Client
let student: Owner
beforeAll(async () => {
  admin_id = await app.userId('admin@example.com')
  admin = await app.as(admin_id)
  instructor = await app.as(await app.userId('instructor@example.com'))
  const [other] = await app.database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    select organization_id, 1, 'other-admin@example.com', 'other-admin@example.com'
    from identity.organization where code = 'GCT' returning user_id`
  foreignClient = await app.as(other!.user_id, 'GCT')
  student = await openOwner(app)
})

type Event = {
  audit_id: number
  description: string
  lk_audit_type_id: number
  organization_name: string
  linked_entity_id: number | null
  linked_entity_type_id: number | null
  actor_name: string | null
  link: string | null
  resendable: boolean
  changes: string | null
  created_at: string
}

async function historyOf(user_id: number, query = '', client = admin): Promise<Event[]> {
  return ok(await client.get(`/user/eventhistory/fetch?user_id=${user_id}&limit=100${query}`)).data
}
const emailOf = async (user_id: number, text: string) =>
  (await historyOf(user_id)).find(({ description }) => description.includes(text))!
const resend = (audit_id: number, client = admin): Promise<Call> => client.post('/user/resendEmail', { audit_id })
const emailsTo = ({ email }: Owner) => app.mail.sent.filter(({ to }) => to === email)

test("lists a student's own and received actions, newest first, with their actors", async () => {
  await admin.put('/user/deactivate', { user_id: student.user_id })
  await admin.put('/user/activate', { user_id: student.user_id })
  const events = await historyOf(student.user_id)
  expect(events.slice(0, 2).map(({ description }) => description)).toEqual([
    'The account was enabled.',
    'The account was disabled.',
  ])
  expect(events[0]).toMatchObject({
    lk_audit_type_id: 2,
    linked_entity_type_id: 1,
    linked_entity_id: student.user_id,
    link: `/manage/students/${student.user_id}`,
    changes: 'Status: Disabled → Active',
    resendable: false,
  })
  expect(events[0]!.actor_name).toMatch(/\w/)
  expect(events.at(-1)!.description).toBe('The account was created at checkout.')
  const times = events.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('the response names the person, and pages continue at the cursor', async () => {
  const first = ok(await admin.get(`/user/eventhistory/fetch?user_id=${student.user_id}&limit=1`))
  expect(first.user).toMatchObject({ user_id: student.user_id, last_name: student.lastName, role: 'Student' })
  expect(first.user).not.toHaveProperty('dob')
  const more = `/user/eventhistory/fetch?user_id=${student.user_id}&limit=1&after_id=${first.afterId}`
  expect(ok(await admin.get(more)).data[0].audit_id).toBeLessThan(first.data[0].audit_id)
  const someoneElse = `/user/eventhistory/fetch?user_id=${admin_id}&limit=1&after_id=${first.afterId}`
  expect((await admin.get(someoneElse)).status).toBe(400)
})

test("sentences and kinds are in the reader's language, and the list can be filtered by kind", async () => {
  const spanish = await app.as(admin_id)
  await spanish.post('/user/setLanguage', { language: 'es-es' })
  const [event] = await historyOf(student.user_id, '&lk_audit_type_id=1', spanish)
  await spanish.post('/user/setLanguage', { language: 'en-us' })
  expect(event!.description).toBe('Se creó la cuenta al finalizar la compra.')
  expect(await historyOf(student.user_id, '&lk_audit_type_id=6')).toEqual([])
})

test("staff who may not see a person do not see that person's history", async () => {
  const path = `/user/eventhistory/fetch?user_id=${student.user_id}`
  expect((await app.visitor().get(path)).status).toBe(401)
  expect((await (await student.client()).get(path)).status).toBe(403)
  expect((await foreignClient.get(path)).status).toBe(404)
  expect((await instructor.get(path)).status).toBe(200)
  expect((await instructor.get(`/user/eventhistory/fetch?user_id=${admin_id}`)).status).toBe(404)
  expect((await instructor.get(`/user/exportHistory?export=xlsx&user_id=${admin_id}`)).status).toBe(404)
  expect((await admin.get('/user/eventhistory/fetch')).status).toBe(400)
  expect((await admin.get('/user/eventhistory/fetch?user_id=999999999')).status).toBe(404)
})

test('an event of another organization is not shown, even if it concerns the same person', async () => {
  const before = (await historyOf(student.user_id)).length
  await app.database.read`
    insert into platform.audit_event (organization_id, action, subject_user_id, actor_kind)
    select organization_id, 'user.login', ${student.user_id}::int, 'system'
    from identity.organization where code = 'GCT'`
  expect(await historyOf(student.user_id)).toHaveLength(before)
})

test("the export has no formulas and the contract's file name, and is audited", async () => {
  const path = `/api/user/exportHistory?export=xlsx&user_id=${student.user_id}`
  const response = await app.app.request(`http://localhost:3000${path}`, {
    headers: { cookie: admin.cookies(), host: 'localhost:3000' },
  })
  expect(response.headers.get('content-disposition')).toContain('EventLogs.xlsx')
  const { rows, types } = await readSheet(response.body!)
  expect(types.toSorted()).toEqual(['text', 'type 2', 'type 4'])
  expect(rows.flat()).toContain('The account was created at checkout.')
  const [exported] = await historyOf(student.user_id, '&lk_audit_type_id=10')
  expect(exported).toMatchObject({ description: 'The event history was exported.' })
})

test('the audit log records a receipt without its address; resending sends a separate email', async () => {
  const buyer = await openOwner(app)
  const { order_id } = await records.purchase(app, buyer)
  await app.runJobs(true)
  const [row] = await app.database.read<{ after: unknown; subject: string }>`
    select subject, after from platform.audit_event
    where action = 'mail.sent' and subject_user_id = ${buyer.user_id} and after ->> 'letter' = 'checkout.receipt'`
  const after = { letter: 'checkout.receipt', order_id, key: `checkout.receipt:${order_id}` }
  expect(row).toEqual({ subject: `user_id:${buyer.user_id}`, after })
  const event = await emailOf(buyer.user_id, 'receipt')
  expect(event).toMatchObject({ resendable: true, lk_audit_type_id: 8 })
  const receipts = () => emailsTo(buyer).filter(({ subject }) => subject.includes('receipt'))
  expect(receipts()).toHaveLength(1)
  expect(ok(await resend(event.audit_id)).message).toBe("We're sending the email again.")
  await app.runJobs(true)
  expect(receipts()).toHaveLength(2)
  expect(new Set(receipts().map(({ message_id }) => message_id)).size).toBe(2)
  const [newestEvent] = await historyOf(buyer.user_id, '&lk_audit_type_id=8').then((events) =>
    events.filter(({ description }) => description === 'An email was sent again.'),
  )
  expect(newestEvent).toBeDefined()
})

test('resending a password email creates a new link; the audit log never contains one', async () => {
  const person = await openOwner(app)
  await app.visitor().post('/user/resetPassword', { loginid: person.email })
  await app.runJobs(true)
  ok(await resend((await emailOf(person.user_id, 'new password')).audit_id))
  await app.runJobs(true)
  const tokens = emailsTo(person).flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? [])
  expect(new Set(tokens).size).toBe(2)
  const [auditLog] = await app.database.read<{ all: string }>`
    select string_agg(to_jsonb(e)::text, '') as all from platform.audit_event e
    where subject_user_id = ${person.user_id} and action in ('mail.sent', 'user.resendEmail')`
  for (const token of tokens) expect(auditLog!.all).not.toContain(token)
  expect(auditLog!.all).not.toContain(person.email)
})

test("resends a certificate to the student's current address", { timeout: 30_000 }, async () => {
  const graduate = await openOwner(app)
  await records.passed(app, graduate)
  await app.runJobs(true)
  await app.database.read`
    update identity.person set email = 'moved@example.com' where user_id = ${graduate.user_id}`
  ok(await resend((await emailOf(graduate.user_id, 'certificate')).audit_id))
  await app.runJobs(true)
  const [message] = app.mail.sent.filter(({ to }) => to === 'moved@example.com')
  expect(message?.attachments).toHaveLength(1)
})

test('returns 404 for an event that is not an email or belongs to another organization', async () => {
  const [event] = await historyOf(student.user_id)
  expect((await resend(event!.audit_id)).status).toBe(404)
  const person = await openOwner(app)
  await app.visitor().post('/user/resetPassword', { loginid: person.email })
  await app.runJobs(true)
  const { audit_id } = await emailOf(person.user_id, 'new password')
  expect((await resend(audit_id, foreignClient)).status).toBe(404)
  expect((await resend(audit_id, await person.client())).status).toBe(403)
  expect((await resend(audit_id, app.visitor())).status).toBe(401)
  expect((await resend(999_999_999)).status).toBe(404)
})

test('refuses to resend an email about a past moment', async () => {
  const [row] = await app.database.read<{ audit_event_id: number }>`
    insert into platform.audit_event (organization_id, action, subject_user_id, actor_kind, after)
    values (1, 'mail.sent', ${student.user_id}, 'system', '{"letter": "identity.new-password"}')
    returning audit_event_id`
  const response = await resend(row!.audit_event_id)
  expect([response.status, response.body.code]).toEqual([422, 'NOT_SENT_AGAIN'])
  expect(await emailOf(student.user_id, 'password changed')).toMatchObject({ resendable: false })
})

test('limits resending to twenty emails an hour per staff member', async () => {
  const person = await openOwner(app)
  await app.visitor().post('/user/resetPassword', { loginid: person.email })
  await app.runJobs(true)
  const { audit_id } = await emailOf(person.user_id, 'new password')
  const sentCount = app.facts.length
  const responses = await Promise.all(Array.from({ length: 24 }, () => resend(audit_id, instructor)))
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  expect(responses.find(({ status }) => status === 429)!.body).toMatchObject({ retry_after: expect.closeTo(3_600, -3) })
  expect(app.facts.slice(sentCount).filter(({ fact }) => fact === 'identity.password_reset_requested')).toHaveLength(20)
})

test('the page shows the history without scripts and resends an email by its form', async () => {
  const person = await openOwner(app)
  await app.visitor().post('/user/resetPassword', { loginid: person.email })
  await app.runJobs(true)
  const { audit_id } = await emailOf(person.user_id, 'new password')
  const address = `/manage/event-history/user/${person.user_id}`
  const { text } = await admin.visit(address)
  expect(text).toContain(`Event History: Viola ${person.lastName}`)
  expect(text).toContain('Email sent: link to choose a new password.')
  expect(text).toMatch(/\d{1,2}\/\d{1,2}\/\d{4} \d{1,2}:\d{2}:\d{2} [AP]M E[SD]T/)
  expect(text).toContain(`href="/api/user/exportHistory?user_id=${person.user_id}&amp;export=xlsx"`)
  const posted = await admin.visit(address, { action: `resend:${audit_id}` })
  expect(posted.headers.get('location')).toBe(address)
  expect((await admin.visit(address)).text).toContain("We're sending the email again.")
  expect((await foreignClient.visit(address)).headers.get('location')).toBe('/404')
})

/**
 * An organization below the demo's, with its admin and a student, where staff of the demo's organization have worked.
 */
async function openBelow() {
  const parent_organization_id = 1
  const organization_id = await app.database.tx((sql) =>
    insertOrganization(sql, { code: 'KID', name: 'Kid School', parent_organization_id }),
  )
  const add = async (lk_user_role_id: number, loginid: string) => {
    const [row] = await app.database.read<{ user_id: number }>`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
      values (${organization_id}, ${lk_user_role_id}, ${loginid}, ${loginid}, 'Kim', 'Below') returning user_id`
    return row!.user_id
  }
  const [below_id, pupil_id] = [await add(1, 'kid-admin@example.com'), await add(3, 'kid-student@example.com')]
  const visiting = await app.as(admin_id, 'KID')
  ok(await visiting.put('/user/deactivate', { user_id: pupil_id }))
  return { below: await app.as(below_id, 'KID'), pupil_id, organization_id }
}

test('names staff of a parent organization to staff of the organization in which they acted, in list and file', async () => {
  const { below, pupil_id, organization_id } = await openBelow()
  const [person] = await app.database.read<{ name: string }>`
    select first_name || ' ' || last_name as name from identity.person where user_id = ${admin_id}`
  const admin_name = person!.name
  const disabled = { description: 'The account was disabled.', organization_name: 'Kid School' }
  expect(await historyOf(pupil_id, '', below)).toMatchObject([{ ...disabled, actor_name: admin_name }])
  expect(await historyOf(pupil_id, `&search=${admin_name.split(' ')[0]}`, below)).toHaveLength(1)
  const file = await below.get(`/user/exportHistory?export=xlsx&user_id=${pupil_id}`)
  expect((await readSheet(file.bytes)).rows.flat()).toContain(admin_name)
  // Returns only names of staff at or above the organization, never of students or others, whatever is requested.
  const nameOf = async (user_id: number) =>
    (await app.database.read`select identity.staff_name(${user_id}, ${organization_id}) as name`)[0]!.name
  expect(await nameOf(admin_id)).toBe(admin_name)
  expect(await nameOf(student.user_id)).toBeNull()
  expect(await nameOf(await app.userId('other-admin@example.com'))).toBeNull()
})

test('an action of staff on others is in the history of both', async () => {
  const colleague = await app.as(admin_id)
  const target = await openOwner(app)
  await colleague.put('/user/deactivate', { user_id: target.user_id })
  await colleague.put('/user/activate', { user_id: target.user_id })
  const about = ({ linked_entity_id }: Event) => linked_entity_id === target.user_id
  const did = (await historyOf(admin_id)).filter(about)
  expect(did.map(({ description, changes }) => [description, changes])).toEqual([
    ['The account was enabled.', 'Status: Disabled → Active'],
    ['The account was disabled.', 'Status: Active → Disabled'],
  ])
  expect(did[0]!.link).toBe(`/manage/students/${target.user_id}`)
  const undergone = (await historyOf(target.user_id)).filter(about).slice(0, 2)
  expect(undergone.map(({ audit_id }) => audit_id)).toEqual(did.map(({ audit_id }) => audit_id))
  expect(undergone[1]!.changes).toBe('Status: Active → Disabled')
  // Events by and about the same person appear once.
  const ids = (await historyOf(admin_id)).map(({ audit_id }) => audit_id)
  expect(new Set(ids).size).toBe(ids.length)
  const sheet = await readSheet((await admin.get(`/user/exportHistory?export=xlsx&user_id=${target.user_id}`)).bytes)
  expect(sheet.headings).toContain('Before and After')
  expect(sheet.rows.flat()).toContain('Status: Active → Disabled')
})

test('an event of every entity type links to its record for readers who may see it', async () => {
  const owner = await openOwner(app)
  const { order_id } = await records.purchase(app, owner)
  const [course] = await app.database.read<{ student_course_id: number }>`
    select student_course_id from learning.student_course where user_id = ${owner.user_id}`
  const { student_course_id } = course!
  const [offeredCourse] = await app.database.read<{ course_id: number }>`
    select course_id from catalogue.course where organization_id = 1 order by 1 limit 1`
  const subjects = [
    [`user_id:${owner.user_id}`, `/manage/students/${owner.user_id}`, `/manage/student/${owner.user_id}/account`],
    [`user_id:${admin_id}`, `/manage/persons/${admin_id}`, `/manage/administrator/${admin_id}`],
    [`course_id:${offeredCourse!.course_id}`, `/manage/courses/${offeredCourse!.course_id}`, null],
    ['website_id:101', '/manage/websites/101', '/manage/organization/1/websites/101'],
    ['organization_id:1', '/manage/organizations/1', '/manage/organization/1/overview'],
    [
      `student_course_id:${student_course_id}`,
      `/manage/studentcourses/${student_course_id}`,
      `/manage/student/${owner.user_id}`,
    ],
    [`order_id:${order_id}`, `/manage/orders/${order_id}`, /^\/manage\/payments\?payment_id=exact:\d+$/],
  ] as const
  const watchedOwner = await openOwner(app)
  for (const [subject] of subjects)
    await app.database.read`
      insert into platform.audit_event (organization_id, action, subject, subject_user_id, actor_kind)
      values (1, 'user.login', ${subject}, ${watchedOwner.user_id}, 'system')`
  const links = (await historyOf(watchedOwner.user_id)).slice(0, subjects.length).toReversed()
  for (const [index, [subject, link, page]] of subjects.entries()) {
    expect([subject, links[index]!.link]).toEqual([subject, link])
    const response = await admin.visit(link)
    if (page === null)
      expect([subject, response.headers.get('location') ?? '']).toEqual([subject, expect.not.stringMatching('404')])
    else
      expect([subject, response.headers.get('location')]).toEqual([
        subject,
        typeof page === 'string' ? page : expect.stringMatching(page),
      ])
    if (page !== null && link.startsWith('/manage/persons') === false && !link.startsWith('/manage/students'))
      expect((await foreignClient.visit(link)).headers.get('location')).toBe('/404')
  }
})

test("resending an email requires the permission for its recipient's role", async () => {
  const sentTo = async (user_id: number) => {
    const [event] = await app.database.read<{ audit_id: number }>`
      insert into platform.audit_event (organization_id, action, subject, subject_user_id, actor_kind, after)
      values (1, 'mail.sent', ${`user_id:${user_id}`}, ${user_id}, 'system', '{"letter": "identity.password-link"}')
      returning audit_event_id::int as audit_id`
    return event!.audit_id
  }
  const teacher_id = await app.userId('instructor@example.com')
  const offered = async (user_id: number, client: Client) => {
    await sentTo(user_id)
    const page = (await client.visit(`/manage/event-history/user/${user_id}`)).text
    return /value="(resend\w*):/.exec(page)?.[1] ?? null
  }
  expect(await offered(student.user_id, admin)).toBe('resend')
  expect(await offered(teacher_id, admin)).toBe('resendInstructor')
  expect(await offered(admin_id, admin)).toBe('resendAdministrator')
  const reader_id = await app.database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    values (1, 2, 'history-reader@example.com', 'history-reader@example.com') returning user_id`
  await app.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${reader_id[0]!.user_id}, 1, 'MANAGE_INSTRUCTORS:READ', true)`
  const reader = await app.as(reader_id[0]!.user_id)
  // The permission for students gives no access to an instructor.
  expect(await offered(teacher_id, reader)).toBeNull()
  expect(await offered(student.user_id, reader)).toBe('resend')
  expect((await resend(await sentTo(teacher_id), reader)).status).toBe(403)
})

test("an instructor's action on an Admin is shown without its changes; staff history needs the permissions for those roles", async () => {
  const person = async (lk_user_role_id: number, loginid: string, keys: Record<string, boolean>) => {
    const [row] = await app.database.read<{ user_id: number }>`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email)
      values (1, ${lk_user_role_id}, ${loginid}, ${loginid}) returning user_id`
    for (const [key, granted] of Object.entries(keys))
      await app.database.read`
        insert into identity.permission (user_id, organization_id, key, granted)
        values (${row!.user_id}, 1, ${key}, ${granted})`
    return row!.user_id
  }
  const [actor_id, boss_id] = [await person(2, 'doer@example.com', {}), await person(1, 'boss@example.com', {})]
  await app.database.read`
    insert into platform.audit_event (organization_id, action, subject, subject_user_id, actor_kind, actor_user_id, before, after)
    values (1, 'user.save', ${`user_id:${boss_id}`}, ${boss_id}, 'user', ${actor_id}, '{"email": "a"}', '{"email": "b"}')`
  expect((await historyOf(actor_id))[0]!.changes).toBeNull()
  const blind = await person(2, 'blind@example.com', { 'MANAGE_INSTRUCTORS:READ': true, 'MANAGE_STUDENTS:READ': false })
  const response = await (await app.as(blind)).get(`/user/eventhistory/fetch?user_id=${actor_id}`)
  expect(response.status).toBe(403)
})
