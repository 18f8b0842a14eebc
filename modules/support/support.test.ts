import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { openRealtimeTokens, realtimeKey } from '#platform/realtime/tokens.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { decodeMessage, encodeMessage } from './tickets/encoding.shared.ts'

const app = await openTestApp()
const below = await app.database.tx((sql) =>
  insertOrganization(sql, { code: 'SPB', name: 'Below School', parent_organization_id: 1 }),
)
const ids = {
  student: await app.userId('student@example.com'),
  admin: await app.userId('admin@example.com'),
  instructor: await app.userId('instructor@example.com'),
}
const [student, admin, instructor] = [await app.as(ids.student), await app.as(ids.admin), await app.as(ids.instructor)]
const [other] = await app.database.read<{ user_id: number }>`
  insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, timezone)
  select organization_id, 3, 'stranger@example.com', 'stranger@example.com', 'Sam', 'Stranger', timezone
  from identity.person where user_id = ${ids.student} returning user_id`
const stranger = await app.as(other!.user_id)
/** A course of the student. */
const course = 1
await app.database.read`
  insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id,
                                       lk_student_course_status_id)
  select 1, ${ids.student}, course_version_id, course_website_id, 4 from catalogue.v_course_website
  where course_id = ${course} limit 1`
const tokens = openRealtimeTokens(realtimeKey('test-secret-test-secret-test-secret'))

type Opened = { chat_thread_id: number; issue_id: number }
async function open(client: Client = student, fields: object = {}): Promise<Opened> {
  const response = await client.post('/support/createSupportTicket', { details: 'I cannot go on', ...fields })
  expect(response).toMatchObject({ status: 200 })
  return response.body.data
}
const forgetLimits = () => app.database.read`update support.ticket set created_at = created_at - interval '2 days'`
const send = (client: Client, chat_thread_id: number, message: string, overrides: object = {}) =>
  client.post('/support/sendMessage', { chat_thread_id, message: encodeMessage(message), ...overrides })
const read = async (client: Client, chat_thread_id: number) =>
  (await client.get(`/support/fetchTicketChatHistory?chat_thread_id=${chat_thread_id}`)).body.data[0]
const texts = async (client: Client, id: number): Promise<string[]> =>
  (await read(client, id)).chatMessageThread.map(({ message }: { message: string }) => decodeMessage(message))
const published = async (thread: number) =>
  app.database.read<{ channels: string[]; data: { type: string } }>`
    select coalesce(payload->'channels', jsonb_build_array(payload->>'channel')) as channels, payload->'data' as data
    from platform.realtime_outbox where (payload->'data'->>'chat_thread_id')::int = ${thread} order by id`

describe('a ticket', () => {
  it('is opened by a student, assigned, answered, resolved, rated and reopened', async () => {
    const { chat_thread_id } = await open(student, { category_id: 1 })
    const rowOf = async (client: Client) => {
      const { data } = (await client.get(`/support/searchTicket?search=${chat_thread_id}`)).body
      return data[0]
    }
    expect(await rowOf(admin)).toMatchObject({
      lk_issue_status_id: 5,
      unread_ind: 1,
      assigned_entity_id: 0,
      role: 'Student',
    })
    const response = await admin.post('/support/reassignTicket', { chat_thread_id, assigned_entity_id: ids.admin })
    expect(response).toMatchObject({ status: 200, body: { data: { assigned_entity_id: ids.admin } } })
    expect(await rowOf(student)).toMatchObject({ lk_issue_status_id: 6, unread_ind: 0 })
    expect((await send(admin, chat_thread_id, 'We are looking into it.')).status).toBe(200)
    expect(await rowOf(student)).toMatchObject({ lk_issue_status_id: 2, unread_ind: 1 })
    expect((await student.get('/chat/chatHead')).body.data.unread).toBeGreaterThan(0)
    await student.post('/support/messageRead', { chat_thread_id })
    expect(await rowOf(student)).toMatchObject({ unread_ind: 0 })
    expect((await student.post('/support/rate', { chat_thread_id, stars: 5 })).status).toBe(409)
    const resolved = await admin.post('/support/setStatus', { chat_thread_id, lk_issue_status_id: 3 })
    expect(resolved.body).toMatchObject({ message: 'Successfully updated status.' })
    const repeatedResponse = await admin.post('/support/setStatus', { chat_thread_id, lk_issue_status_id: 3 })
    expect(repeatedResponse).toMatchObject({ status: 409, body: { message: 'Error updating status.' } })
    const rating = { chat_thread_id, stars: 4, comment: 'It took long.' }
    expect((await student.post('/support/rate', rating)).status).toBe(200)
    // The staff member who answered reads it next to the messages.
    expect(await read(admin, chat_thread_id)).toMatchObject({ rating: 4, rating_comment: 'It took long.' })
    expect((await admin.visit(`/support/${chat_thread_id}`)).text).toContain('It took long.')
    expect((await send(student, chat_thread_id, 'It is back')).status).toBe(200)
    expect(await rowOf(admin)).toMatchObject({ lk_issue_status_id: 4, rating: 4, unread_ind: 1 })
    expect((await texts(student, chat_thread_id)).slice(1)).toEqual([
      expect.stringMatching(/has been assigned this ticket\.$/),
      'We are looking into it.',
      'This ticket was resolved.',
      'It is back',
      'This ticket was reopened.',
    ])
  })

  it('keeps one assignee when two people assign it at the same time, and notifies both', async () => {
    const { chat_thread_id } = await open()
    const responses = await Promise.all(
      [ids.admin, ids.instructor].map((assigned_entity_id) =>
        admin.post('/support/reassignTicket', { chat_thread_id, assigned_entity_id }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const { assigned_entity_id } = await read(admin, chat_thread_id)
    expect([ids.admin, ids.instructor]).toContain(assigned_entity_id)
  })

  it('is assigned by Admins, not by instructors or students, and never to a student', async () => {
    const { chat_thread_id } = await open()
    const to = (client: Client, assigned_entity_id: number) =>
      client.post('/support/reassignTicket', { chat_thread_id, assigned_entity_id })
    expect((await to(instructor, ids.instructor)).status).toBe(403)
    expect((await to(student, ids.admin)).status).toBe(403)
    expect((await to(admin, ids.student)).body.code).toBe('NOT_ASSIGNABLE')
  })

  it('is opened once when the same form is sent several times', async () => {
    const client_id = randomUUID()
    const opened = await Promise.all(Array.from({ length: 5 }, () => open(student, { client_id })))
    expect(new Set(opened.map(({ issue_id }) => issue_id)).size).toBe(1)
  })

  it('is followed by one new ticket when its reporter writes more than 14 days after it was resolved', async () => {
    await forgetLimits()
    const { chat_thread_id, issue_id } = await open(student, { category_id: 4 })
    await admin.post('/support/setStatus', { chat_thread_id, lk_issue_status_id: 3 })
    const resolvedAgo = (time: string) =>
      app.database
        .read`update support.ticket set resolved_at = platform.now() - ${time}::interval where issue_id = ${issue_id}`
    await resolvedAgo('13 days 23 hours 59 minutes')
    const reply = await send(student, chat_thread_id, 'within')
    expect(reply.body.data).toMatchObject({ chat_thread_id })
    await admin.post('/support/setStatus', { chat_thread_id, lk_issue_status_id: 3 })
    await resolvedAgo('14 days 1 minute')
    const client_id = randomUUID()
    const responses = await Promise.all([1, 2, 3].map(() => send(student, chat_thread_id, 'later', { client_id })))
    const next = responses[0]!.body.data.chat_thread_id
    expect(next).not.toBe(chat_thread_id)
    expect(responses.map(({ body }) => body.data.chat_thread_id)).toEqual([next, next, next])
    expect((await send(student, chat_thread_id, 'and more')).body.data).toMatchObject({ chat_thread_id: next })
    expect(await texts(student, next)).toEqual([
      'later',
      expect.stringMatching(/^This ticket continues ticket #\d+\.$/),
      'and more',
    ])
    expect(await read(student, next)).toMatchObject({ former_thread_id: chat_thread_id, lk_issue_category_id: 4 })
    expect((await send(admin, chat_thread_id, 'a last word')).body.data).toMatchObject({ chat_thread_id })
    expect(await read(student, chat_thread_id)).toMatchObject({ lk_issue_status_id: 3 })
  })

  it('is assigned to the person named by its course, while that person works on tickets', async () => {
    await forgetLimits()
    const [course] = await app.database.read<{ course_id: number; course_version_id: number }>`
      select course_id, published_version_id as course_version_id from catalogue.course
      where published_version_id is not null order by course_id limit 1`
    const { course_id, course_version_id } = course!
    const name = (assignee: number | string) => app.database.read`
      update catalogue.course_version set support_configuration = jsonb_build_object('assignee', ${String(assignee)}::text)
      where course_version_id = ${course_version_id}`
    const routed = async (client = student) => read(admin, (await open(client, { course_id })).chat_thread_id)
    await name(ids.instructor)
    expect(await routed()).toMatchObject({ assigned_entity_id: ids.instructor, lk_issue_status_id: 6 })
    await name(ids.student)
    expect(await routed(stranger)).toMatchObject({ assigned_entity_id: 0, lk_issue_status_id: 5 })
    await name('')
    expect(await routed()).toMatchObject({ assigned_entity_id: 0, lk_issue_status_id: 5 })
  })

  it('is opened by staff only for people of their organizations', async () => {
    const { chat_thread_id } = await open(admin, { reporter_entity_id: ids.student, lk_reporter_entity_type_id: 1 })
    expect(await read(student, chat_thread_id)).toMatchObject({ side: 'reporter', entity_id: ids.student })
    const forOther = await student.post('/support/createSupportTicket', {
      details: 'x',
      reporter_entity_id: other!.user_id,
    })
    expect(forOther.status).toBe(404)
  })

  it('is limited per day, also as the continuation of an earlier one', async () => {
    const { chat_thread_id, issue_id } = await open()
    await admin.post('/support/setStatus', { chat_thread_id, lk_issue_status_id: 3 })
    await app.database.read`
      update support.ticket set resolved_at = platform.now() - interval '15 days' where issue_id = ${issue_id}`
    await forgetLimits()
    for (let n = 0; n < 10; n++) await open()
    const eleventh = await student.post('/support/createSupportTicket', { details: 'once more' })
    expect(eleventh).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_TICKETS', retry_after: expect.closeTo(86_400, -3) },
    })
    const continued = await send(student, chat_thread_id, 'It is back')
    expect([continued.status, continued.body.code]).toEqual([429, 'TOO_MANY_TICKETS'])
    await forgetLimits()
  })
})

describe('a message', () => {
  it('is stored once when it is sent repeatedly', async () => {
    const { chat_thread_id } = await open()
    const client_id = randomUUID()
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => send(student, chat_thread_id, 'the same', { client_id })),
    )
    expect(new Set(responses.map(({ body }) => body.data.chat_thread_message_id)).size).toBe(1)
    expect(await texts(student, chat_thread_id)).toEqual(['I cannot go on', 'the same'])
  })

  it('keeps its order when many people write at the same time', async () => {
    const { chat_thread_id } = await open()
    await Promise.all(Array.from({ length: 30 }, (_, n) => send(n % 2 ? admin : student, chat_thread_id, `${n}`)))
    const { chatMessageThread } = await read(admin, chat_thread_id)
    expect(chatMessageThread.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      Array.from({ length: 31 }, (_, n) => n + 1),
    )
    expect((await read(admin, chat_thread_id)).chatMessageThread).toHaveLength(31)
    const response = await admin.get(`/support/fetchTicketChatHistory?chat_thread_id=${chat_thread_id}&before=4`)
    expect(response.body.data[0].chatMessageThread.map((item: { sequence: number }) => item.sequence)).toEqual([
      1, 2, 3,
    ])
    const secondPage = await admin.get(`/support/fetchTicketChatHistory?chat_thread_id=${chat_thread_id}&after=29`)
    expect(secondPage.body.data[0].chatMessageThread).toHaveLength(2)
  })

  it('is marked as read once a person on the other side has read it, regardless of its own side', async () => {
    const { chat_thread_id } = await open()
    const readByOthers = async () =>
      Promise.all([student, admin].map(async (client) => (await read(client, chat_thread_id)).read_by_others))
    const sequence = (await send(student, chat_thread_id, 'Hello?')).body.data.sequence
    expect(await readByOthers()).toEqual([0, sequence])
    const replied = (await send(admin, chat_thread_id, 'We are looking into it.')).body.data.sequence
    await instructor.post('/support/messageRead', { chat_thread_id })
    expect(await readByOthers()).toEqual([replied, sequence])
    await student.post('/support/messageRead', { chat_thread_id })
    expect(await readByOthers()).toEqual([replied, replied])
  })

  it.each([
    ['100%', '100%'],
    [encodeMessage('50 % off 😀 & "quotes"'), '50 % off 😀 & "quotes"'],
    [encodeURIComponent('ñandú'), 'ñandú'],
    ['%E0%A4%A', '%E0%A4%A'],
    ['%', '%'],
    [encodeMessage('%2525'), '%2525'],
    ['a\u0000b', 'ab'],
  ])('%j is stored as %j', async (message, expected) => {
    const { chat_thread_id } = await open()
    const response = await student.post('/support/sendMessage', { chat_thread_id, message })
    expect(decodeMessage(response.body.data.message)).toBe(expected)
    expect((await texts(admin, chat_thread_id)).at(-1)).toBe(expected)
    await forgetLimits()
  })

  it('has 1 to 5,000 characters', async () => {
    const { chat_thread_id } = await open()
    expect((await send(student, chat_thread_id, '😀'.repeat(2_500))).status).toBe(200)
    expect((await send(student, chat_thread_id, 'x'.repeat(5_001))).status).toBe(400)
    expect((await send(student, chat_thread_id, '   ')).body.code).toBe('EMPTY_MESSAGE')
  })

  it('has an image of its sender, re-encoded, once', async () => {
    const { chat_thread_id } = await open()
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b6244' } })
      .png()
      .toBuffer()
    const upload = await student.upload('POST', '/attachment/chat-image', png, 'image/png')
    const chat_attachment_id: number = upload.body.attachment_id
    expect((await send(stranger, chat_thread_id, '', { chat_attachment_id })).status).toBe(404)
    const { chat_thread_id: otherThreadId } = await open(stranger)
    expect((await send(stranger, otherThreadId, 'mine', { chat_attachment_id })).status).toBe(404)
    const response = await send(student, chat_thread_id, '', { chat_attachment_id })
    expect(response.body.data.url).toMatch(/^\/files\//)
    const image = await student.visit(response.body.data.url)
    expect(image.headers.get('content-type')).toBe('image/webp')
    expect((await send(student, chat_thread_id, 'again', { chat_attachment_id })).status).toBe(404)
    const text = await student.upload(
      'POST',
      '/attachment/chat-image',
      Buffer.from('<svg onload=alert(1)>'),
      'image/png',
    )
    expect(text.status).toBe(415)
    const row = (await student.get(`/support/searchTicket?search=${chat_thread_id}`)).body.data[0]
    expect(row).toMatchObject({ lastMessage: '', chat_attachment_id })
  })
})

describe('lists', () => {
  it("search messages in both languages, numbers and names, within the caller's scope", async () => {
    const { chat_thread_id } = await open(student, { details: 'Mis certificados nunca llegaron a la dirección nueva' })
    const idsFor = async (client: Client, search: string) =>
      ((await client.get(`/support/searchTicket?search=${encodeURIComponent(search)}`)).body.data as Opened[]).map(
        (row) => row.chat_thread_id,
      )
    for (const search of ['certificado', 'direcciones', `#${chat_thread_id}`])
      expect(await idsFor(admin, search)).toContain(chat_thread_id)
    expect(await idsFor(student, 'certificado')).toContain(chat_thread_id)
    expect(await idsFor(stranger, 'certificado')).not.toContain(chat_thread_id)
    expect(await idsFor(admin, '%')).toEqual([])
  })

  it("name a ticket by its category in the reader's language, unless it has a name", async () => {
    await forgetLimits()
    const { chat_thread_id } = await open(student, { category_id: 2 })
    const nameFor = async (client: Client) => (await read(client, chat_thread_id)).issue_name
    expect(await nameFor(student)).toBe('Technical Issues')
    await admin.post('/user/setLanguage', { language: 2 })
    expect(await nameFor(admin)).toBe('Problemas técnicos')
    await app.database.read`update support.ticket set issue_name = 'Ice' where chat_thread_id = ${chat_thread_id}`
    expect(await nameFor(admin)).toBe('Ice')
    await admin.post('/user/setLanguage', { language: 1 })
  })

  it('apply the filters of the ticket list, with totals', async () => {
    const { chat_thread_id } = await open(student, { category_id: 6, course_id: 1 })
    const list = async (query: string) => (await admin.get(`/support/searchTicket?${query}`)).body
    const byCourse = await list('related_entity_id=1&lk_issue_category_id=6')
    expect(byCourse.data.map((row: Opened) => row.chat_thread_id)).toEqual([chat_thread_id])
    expect(byCourse).toMatchObject({ totalPages: 1, totalTickets: 1, totalUnread: 1 })
    await admin.post('/support/reassignTicket', { chat_thread_id, assigned_entity_id: ids.admin })
    expect((await list(`assigned_entity_id=${ids.admin}`)).data.length).toBeGreaterThan(0)
    expect((await list(`creator_id=${ids.student}`)).totalTickets).toBeGreaterThan(0)
    expect(
      (await list('lk_issue_status_id=6')).data.every(
        (row: { lk_issue_status_id: number }) => row.lk_issue_status_id === 6,
      ),
    ).toBe(true)
    expect((await admin.get('/support/searchTicket?creator=1')).status).toBe(400)
    const assignedToAdmin = async () => (await list(`assigned_entity_id=${ids.admin}&open_ind=1`)).data as Opened[]
    const isListed = async () => (await assignedToAdmin()).some((row) => row.chat_thread_id === chat_thread_id)
    expect(await isListed()).toBe(true)
    await admin.post('/support/setStatus', { chat_thread_id, lk_issue_status_id: 3 })
    expect(await isListed()).toBe(false)
    expect((await admin.get('/support/searchTicket?open_ind=2')).status).toBe(400)
    const grid = (await admin.get('/support/fetch?limit=2')).body.data
    expect(grid.data).toHaveLength(2)
    const next = (await admin.get(`/support/fetch?limit=2&after_id=${grid.afterId}`)).body.data
    expect(next.data[0].issue_id).toBeLessThan(grid.data[1].issue_id)
    expect((await student.get('/user/fetchTicketsByUserId')).body.tickets.length).toBeGreaterThan(0)
    expect((await stranger.get(`/user/fetchTicketsByUserId?user_id=${ids.student}`)).status).toBe(404)
  })

  it("show and count a staff member's ticket once, page by page", async () => {
    const before = (await admin.get('/support/searchTicket')).body
    const { chat_thread_id } = await open(admin)
    const after = (await admin.get('/support/searchTicket')).body
    expect(after.totalTickets - before.totalTickets).toBe(1)
    const pages = [after]
    for (let page = 2; page <= after.totalPages; page++)
      pages.push((await admin.get(`/support/searchTicket?page=${page}`)).body)
    const threads = pages.flatMap(({ data }) => data as Opened[]).map((row) => row.chat_thread_id)
    expect(threads.filter((id) => id === chat_thread_id)).toHaveLength(1)
    expect(new Set(threads).size).toBe(after.totalTickets)
  })

  it('a new ticket can concern a course of its reporter, but not of someone else', async () => {
    const ownCourses = (await student.get('/support/categories')).body.courses
    expect(ownCourses.map(({ course_id }: { course_id: number }) => course_id)).toEqual(
      expect.arrayContaining([course]),
    )
    expect((await stranger.get('/support/categories')).body.courses).toEqual([])
  })

  it('staff filter their list by a course name', async () => {
    await forgetLimits()
    const about = await open(student, { category_id: 6, course_id: course })
    const other = await open(student)
    const page = async (query: string) => (await admin.visit(`/support?view=list&${query}`)).text
    const links = (text: string) => [...text.matchAll(/data-ticket=""/g)].length
    const narrowed = await page(`related_entity_id=${course}`)
    expect(narrowed).toMatch(new RegExp(`<option value="${course}" selected="">`))
    expect(narrowed).toContain(`/support/${about.chat_thread_id}?`)
    expect(narrowed).not.toContain(`/support/${other.chat_thread_id}`)
    expect(links(narrowed)).toBeLessThan(links(await page('')))
    expect((await student.visit('/support?view=list')).text).not.toContain('name="related_entity_id"')
    await forgetLimits()
  })

  it('keeps five recent threads, and drops the oldest', async () => {
    await forgetLimits()
    const opened: Opened[] = []
    for (let n = 0; n < 6; n++) opened.push(await open())
    const recent = async () =>
      ((await student.get('/chat/recent')).body.data as Opened[]).map((row) => row.chat_thread_id)
    expect(await recent()).toEqual(
      opened
        .slice(1)
        .map((row) => row.chat_thread_id)
        .toReversed(),
    )
    await student.post('/chat/recent', { chat_thread_id: opened[5]!.chat_thread_id, open: false })
    expect(await recent()).toHaveLength(4)
    await forgetLimits()
  })
})

describe('notifications', () => {
  it('are sent without content, to the people concerned', async () => {
    const { chat_thread_id } = await open()
    await send(student, chat_thread_id, 'a secret')
    await admin.post('/support/note', { chat_thread_id, note: 'among us' })
    const rows = await published(chat_thread_id)
    expect(rows.map(({ data }) => data.type)).toEqual(['new', 'message', 'note'])
    expect(JSON.stringify(rows)).not.toMatch(/secret|among/)
    expect(rows[1]!.channels.map((channel) => channel.split(':')[0])).toEqual(
      expect.arrayContaining(['thread', 'personal', 'staff']),
    )
    expect(rows[2]!.channels.every((channel) => channel.startsWith('staff:'))).toBe(true)
  })

  it('the end of a session for any reason closes its sockets', async () => {
    const actor = await app.actorOf(ids.instructor)
    const session = actor.kind === 'user' ? actor.session_id : 0
    const client = await app.as(ids.instructor)
    await client.post('/user/sessions/end-others', {})
    const closedRows = await app.database.read`
      select method, payload from platform.realtime_outbox where payload->>'user' = ${`s${session}`}`
    expect(closedRows).toEqual([
      { method: 'disconnect', payload: { user: `s${session}`, disconnect: { code: 4501, reason: 'session ended' } } },
    ])
  })
})

describe('T-55', () => {
  it('T-55: the sender of a message is the session, whatever the request names', async () => {
    const { chat_thread_id, issue_id } = await open()
    const response = await send(student, chat_thread_id, 'I am staff', {
      sender_entity_id: ids.admin,
      user_id: ids.admin,
      issue_id,
    })
    expect(response.body.data).toMatchObject({ sender_entity_id: ids.student, is_system: false, side: 'reporter' })
    const forgedMessage = await student.post('/support/sendMessage', { chat_thread_id, message: 'x', is_system: true })
    expect(forgedMessage.status).toBe(400)
  })

  it('T-55: a person named System is not shown as the product', async () => {
    await app.database.read`update identity.person set first_name = ' SYSTEM' where user_id = ${other!.user_id}`
    const { chat_thread_id } = await open(stranger)
    const [first] = (await read(admin, chat_thread_id)).chatMessageThread
    expect(first).toMatchObject({ is_system: false, senderInfo: { first_name: 'S.' } })
    await admin.post('/support/setStatus', { chat_thread_id, lk_issue_status_id: 3 })
    const last = (await read(stranger, chat_thread_id)).chatMessageThread.at(-1)
    expect(last).toMatchObject({ is_system: true, senderInfo: { first_name: 'System' }, sender_entity_id: 0 })
  })
})

describe('T-56', () => {
  it('T-56: no one else can read, write to, mark, rate, follow or detect a ticket', async () => {
    const { chat_thread_id, issue_id } = await open()
    const { channel } = await read(student, chat_thread_id)
    const visitor = app.visitor()
    for (const [client, status] of [
      [stranger, 404],
      [visitor, 401],
    ] as const) {
      const responses = await Promise.all([
        client.get(`/support/fetchTicketChatHistory?chat_thread_id=${chat_thread_id}`),
        send(client, chat_thread_id, 'hello'),
        client.post('/support/messageRead', { chat_thread_id }),
        client.post('/support/rate', { chat_thread_id, stars: 1 }),
        client.post('/chat/recent', { chat_thread_id, open: true }),
        client.post('/support/typing', { chat_thread_id, kind: 'typing' }),
        client.get(`/realtime/subscription?channel=${channel}`),
      ])
      expect(responses.map((response) => response.status)).toEqual(responses.map(() => status))
    }
    // The same response as for a ticket that does not exist.
    const [otherThread, missingThread] = await Promise.all(
      [chat_thread_id, 999_999].map((id) => stranger.get(`/support/fetchTicketChatHistory?chat_thread_id=${id}`)),
    )
    expect(otherThread!.body).toEqual(missingThread!.body)
    const list = await stranger.get(`/support/searchTicket?creator_id=${ids.student}`)
    expect(list.body).toMatchObject({ data: [], totalTickets: 0, totalUnread: 0 })
    expect(await texts(student, chat_thread_id)).toEqual(['I cannot go on'])
    const continuation = await stranger.post('/support/createSupportTicket', {
      details: 'x',
      former_issue_id: issue_id,
    })
    expect(continuation.status).toBe(404)
  })

  it("T-56: people receive their own channel, staff that of their site, and no one another tenant's", async () => {
    const token = async (client: Client) => (await client.get('/realtime/token')).body
    const studentToken = await token(student)
    expect(studentToken.channels).toHaveLength(1)
    const claims = tokens.read(studentToken.token, 'realtime-connect')
    expect(claims).toMatchObject({ sub: expect.stringMatching(/^s\d+$/) })
    expect(tokens.read(studentToken.token, 'realtime-subscribe')).toBe('invalid')
    const ownChannel: string = studentToken.channels[0]
    const [, staffOwn] = (await token(admin)).channels as string[]
    const subscribe = async (client: Client, channel: string) =>
      (await client.get(`/realtime/subscription?channel=${encodeURIComponent(channel)}`)).status
    expect(await subscribe(student, ownChannel)).toBe(200)
    expect(await subscribe(admin, staffOwn!)).toBe(200)
    for (const channel of [
      staffOwn!,
      ownChannel.replace(/\d+$/, String(ids.admin)),
      'thread:1.1',
      'nothing:1',
      'staff:*',
    ])
      expect(await subscribe(student, channel), channel).toBe(404)
    expect(await subscribe(admin, 'staff:999')).toBe(404)
    expect(await subscribe(admin, ownChannel)).toBe(404)
    expect(await subscribe(admin, 'course:1.1')).toBe(200)
    for (const [client, channel] of [
      [student, 'course:1.1'],
      [admin, 'course:2.1'],
      [admin, 'course:1.999999'],
    ] as const)
      expect(await subscribe(client, channel), channel).toBe(404)
  })

  it('T-56: staff of another tenant get 404, and students read no notes', async () => {
    const { chat_thread_id } = await open()
    // A separate organization: neither above nor below.
    await app.database.read`
      insert into identity.organization (organization_id, code, name) values (900, 'ZZZ', 'Apart')`
    await app.database.read`
      insert into identity.organization_closure (ancestor_id, descendant_id, depth) values (900, 900, 0)`
    const [row] = await app.database.read<{ user_id: number }>`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, timezone)
      select 900, 1, 'apart@example.com', 'apart@example.com', 'Al', 'Apart', timezone
      from identity.person where user_id = ${ids.student} returning user_id`
    const foreignClient = await app.as(row!.user_id, 'ZZZ')
    expect((await foreignClient.get(`/support/fetchTicketChatHistory?chat_thread_id=${chat_thread_id}`)).status).toBe(
      404,
    )
    expect((await foreignClient.post('/support/setStatus', { chat_thread_id, lk_issue_status_id: 3 })).status).toBe(404)
    await admin.post('/support/note', { chat_thread_id, note: 'among us' })
    expect((await student.get(`/support/notes?chat_thread_id=${chat_thread_id}`)).status).toBe(403)
    expect((await admin.get(`/support/notes?chat_thread_id=${chat_thread_id}`)).body.data).toHaveLength(1)
    expect((await read(student, chat_thread_id)).last_sequence).toBe(1)
  })
})

it('staff with read access read tickets, and write in their own only', async () => {
  await forgetLimits()
  const [reader] = await app.database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, timezone)
    select organization_id, 2, 'reader@example.com', 'reader@example.com', 'Rita', 'Reader', timezone
    from identity.person where user_id = ${ids.student} returning user_id`
  await app.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${reader!.user_id}, 1, 'MANAGE_SUPPORT:UPDATE', false)`
  const client = await app.as(reader!.user_id)
  const { chat_thread_id } = await open()
  expect(await texts(client, chat_thread_id)).toEqual(['I cannot go on'])
  expect((await send(client, chat_thread_id, 'Have you tried again?')).status).toBe(403)
  expect(await texts(student, chat_thread_id)).toEqual(['I cannot go on'])
  const ticket = await open(client)
  expect((await send(client, ticket.chat_thread_id, 'It is urgent')).status).toBe(200)
})

describe('the context beside a ticket', () => {
  it("shows the state of the reporter's courses, and their last device", async () => {
    await forgetLimits()
    const { chat_thread_id } = await open()
    await app.database.read`
      update identity.session set user_agent = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0' where user_id = ${ids.student}`
    const page = async (client: Client) => (await client.visit(`/support/${chat_thread_id}`)).text
    expect(await page(admin)).toMatch(/Last device.*Chrome, Android, \d/s)
    expect(await page(admin)).toMatch(/Course time/)
    expect(await page(student)).not.toMatch(/Last device|Course time/)
    await forgetLimits()
  })
})

describe('saved replies', () => {
  it('belong to the site, have unique titles, and are visible to staff only', async () => {
    const reply = { title: 'Unlocked', english: 'Hi {first_name}', spanish: 'Hola {first_name}' }
    const savedResponse = await admin.post('/support/savedReply', reply)
    await admin.post('/support/savedReply', { ...reply, english: 'Hello {first_name}' })
    const list = (await admin.get('/support/savedReplies')).body.data
    expect(list).toEqual([{ ...savedResponse.body.data, english: 'Hello {first_name}' }])
    expect((await student.get('/support/savedReplies')).status).toBe(403)
    // The row belongs to an organization below, so row-level security does not hide it.
    const [row] = await app.database.read<{ saved_reply_id: number }>`
      insert into support.saved_reply (organization_id, title, english, spanish, created_by)
      values (${below}, 'Below', 'Hi', 'Hola', ${ids.admin}) returning saved_reply_id`
    expect((await admin.get('/support/savedReplies')).body.data).toEqual(list)
    expect((await admin.post('/support/savedReply', { ...reply, ...row })).status).toBe(404)
    expect((await admin.delete('/support/savedReply', row)).status).toBe(404)
    const response = await admin.delete('/support/savedReply', { saved_reply_id: list[0].saved_reply_id })
    expect(response.status).toBe(200)
    expect((await admin.delete('/support/savedReply', { saved_reply_id: list[0].saved_reply_id })).status).toBe(404)
  })
})

describe('a flood of one sender', () => {
  it('50 images a day are accepted, even when many are sent at the same time', async () => {
    const me = await app.as(other!.user_id)
    await app.database.read`
      insert into support.chat_image (organization_id, uploaded_by, file_key)
      select 1, ${other!.user_id}, 'chat-flood/' || n from generate_series(1, 48) n`
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => me.upload('POST', '/attachment/chat-image', png)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429])
    expect(responses.find(({ status }) => status === 429)!.body).toMatchObject({
      retry_after: expect.closeTo(86_400, -3),
    })
    const [row] = await app.database.read`
      select count(*)::int as count from support.chat_image where uploaded_by = ${other!.user_id}`
    expect(row).toEqual({ count: 50 })
  })
})

describe('a flood of tickets', () => {
  it('is limited to ten tickets a day, even simultaneously', async () => {
    await forgetLimits()
    const me = await app.as(other!.user_id)
    const responses = await Promise.all(
      Array.from({ length: 14 }, () => me.post('/support/createSupportTicket', { details: 'Again' })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(4)
  })
})

describe('a ticket for an organization', () => {
  const forOrganization = (client: Client, id: number, overrides: object = {}) =>
    client.post('/support/createSupportTicket', {
      details: 'They cannot print certificates.',
      reporter_entity_id: id,
      lk_reporter_entity_type_id: 4,
      ...overrides,
    })

  it('is opened by staff by name or code, shows its name, and is unread for its staff', async () => {
    const find = async (text: string) =>
      (await admin.get(`/support/reporter/autocomplete?searchkey=contains:${text}&lk_reporter_entity_type_id=4`)).body
        .data
    const [row] = await app.database.read<{ name: string; code: string }>`
      select name, code from identity.organization where organization_id = 1`
    expect(await find(row!.code.toLowerCase())).toContainEqual({
      reporter_id: 1,
      name: row!.name,
      first_name: row!.name,
      last_name: '',
      email: '',
    })
    const { chat_thread_id } = (await forOrganization(admin, 1)).body.data
    expect(await read(admin, chat_thread_id)).toMatchObject({
      name: row!.name,
      role: null,
      lk_user_role_id: null,
      entity_id: null,
      reporter_entity_id: 1,
      lk_reporter_entity_type_id: 4,
    })
    const colleague = await app.as(ids.instructor)
    const { data } = (await colleague.get(`/support/searchTicket?search=${chat_thread_id}`)).body
    expect(data[0]).toMatchObject({ unread_ind: 1, lk_issue_status_id: 5 })
    expect((await admin.visit(`/support/${chat_thread_id}`)).text).toMatch(/Organization · Created/)
  })

  it('cannot be opened by students, or for an organization out of scope or of an unknown type', async () => {
    expect((await forOrganization(student, 1)).status).toBe(404)
    expect((await forOrganization(admin, 900)).status).toBe(404)
    expect((await forOrganization(admin, 999_999)).status).toBe(404)
    expect((await forOrganization(admin, 1, { lk_reporter_entity_type_id: 2 })).status).toBe(400)
  })

  it('continues a ticket of the same organization only', async () => {
    const body = (await forOrganization(admin, below)).body.data
    const goesOn = (id: number) => forOrganization(admin, id, { former_issue_id: body.issue_id })
    expect((await goesOn(1)).status).toBe(404)
  })

  it('is chosen in the form: changing the type clears the choice', async () => {
    const people = await admin.visit('/support/center?new=true&type=1&reporter=student')
    expect(people.text).toContain('student@example.com')
    const organizations = await admin.visit('/support/center?new=true&type=4&reporter=student')
    expect(organizations.text).not.toContain('student@example.com')
    const response = await admin.visit('/support/center?new=true', {
      details: 'For them',
      category_id: '2',
      reporter_entity_id: '1',
      lk_reporter_entity_type_id: '4',
    })
    const id = Number(/\/support\/(\d+)/.exec(response.headers.get('location') ?? '')?.[1])
    expect(await read(admin, id)).toMatchObject({ lk_reporter_entity_type_id: 4 })
  })

  it('can concern a course that staff choose, also by its number in the address', async () => {
    const page = (await admin.visit('/support/center?new=true')).text
    expect(page).toContain('name="course_id"')
    expect(page).toContain(`<option value="${course}">`)
    expect((await admin.visit('/support/center?new=true&course_id=987654')).text).toMatch(
      /<option value="987654" selected="">#987654</,
    )
    const response = await admin.visit('/support/center?new=true', { details: 'A course', course_id: String(course) })
    const id = Number(/\/support\/(\d+)/.exec(response.headers.get('location') ?? '')?.[1])
    expect(await read(admin, id)).toMatchObject({ course_id: course })
  })
})

describe('the picture of a sender', () => {
  it('is shown with each message to everyone who reads the ticket, until it is removed', async () => {
    await forgetLimits()
    const { chat_thread_id } = await open()
    const avatars = async (client: Client) =>
      (await read(client, chat_thread_id)).chatMessageThread.map(
        ({ senderInfo }: { senderInfo: { avatar: string | null } }) => senderInfo.avatar,
      )
    expect(await avatars(admin)).toEqual([null])
    const key = `aa/aa/${'a'.repeat(64)}`
    await app.database.read`update identity.person set profile_pic = ${key} where user_id = ${ids.student}`
    for (const client of [student, admin]) {
      const [avatar] = await avatars(client)
      expect(avatar).toMatch(/^\/files\/.*name=avatar\.webp&expires=\d+&signature=/)
    }
    await app.database.read`update identity.person set profile_pic = null where user_id = ${ids.student}`
    expect(await avatars(admin)).toEqual([null])
  })
})

describe('the first ticket beside a list', () => {
  it('opens without being read, and a chosen one is read', async () => {
    const { chat_thread_id } = await open(student)
    const unread = async () =>
      (await admin.get(`/support/searchTicket?search=${chat_thread_id}`)).body.data[0].unread_ind
    const response = await admin.visit(`/support?search=${chat_thread_id}`)
    const first = response.headers.get('location')!
    expect(first).toContain(`/support/${chat_thread_id}?`)
    expect((await admin.visit(first)).status).toBe(200)
    expect(await unread()).toBe(1)
    await admin.visit(`/support/${chat_thread_id}`)
    expect(await unread()).toBe(0)
  })
})

it('a person on a phone who opens the center without choosing a ticket sees the list, and a chosen ticket alone', async () => {
  const { chat_thread_id } = await open()
  const listClasses = async (path: string) => {
    const { text } = await admin.visit(path)
    return /<section id="tickets"[^>]* class="([^"]*)"/.exec(text)![1]!.split(' ')
  }
  const { headers } = await admin.visit('/support')
  expect(await listClasses(headers.get('location')!)).not.toContain('max-lg:hidden')
  expect(await listClasses(`/support/${chat_thread_id}`)).toContain('max-lg:hidden')
})
