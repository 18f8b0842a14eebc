import { beforeEach, describe, expect, it, test } from 'vitest'
import { roleId } from '#modules/identity/people/roles.ts'
import { manifests } from '#modules/manifests.ts'
import { lk_issue_status } from '#modules/support/lookups.shared.ts'
import { encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { status } from '#modules/support/tickets/status-rules.shared.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { ok } from '#tests/support/path.ts'

const app = await openTestApp()
const { read } = app.database

let people = 0
async function addPerson(role: keyof typeof roleId): Promise<{ user_id: number; client: Client }> {
  people += 1
  const loginid = `handling${people}@example.com`
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    values (1, ${roleId[role]}, ${loginid}, ${loginid}, 'Hana', ${`Person ${people}`}) returning user_id`
  return { user_id: row!.user_id, client: await app.as(row!.user_id) }
}
const student = await addPerson('Student')
const otherStudent = await addPerson('Student')
const [admin, colleague, support] = [await addPerson('Admin'), await addPerson('Admin'), await addPerson('Support')]

type Thread = { chat_thread_id: number; issue_id: number }
const open = async ({ client }: { client: Client }, overrides: object = {}): Promise<Thread> =>
  ok(await client.post('/support/createSupportTicket', { details: 'It does not go on', ...overrides })).data
const ticketOf = async ({ issue_id }: Thread) => {
  const [row] = await read<{ assigned_to: number | null; rating: number | null; at: number; resolved: boolean }>`
    select assigned_to, rating, lk_issue_status_id as at, resolved_at is not null as resolved
    from support.ticket where issue_id = ${issue_id}`
  return row!
}
beforeEach(() => read`update support.ticket set created_at = created_at - interval '2 days'`)

describe('a ticket is assigned', () => {
  const assign = async (by: { client: Client }, { chat_thread_id }: Thread, to: { user_id: number }) => {
    const { status, body } = await by.client.post('/support/reassignTicket', {
      chat_thread_id,
      assigned_entity_id: to.user_id,
    })
    return status === 200 ? 'assigned' : body.code
  }

  it('to staff, never to its reporter', async () => {
    const [ofStudent, ofAdmin] = [await open(student), await open(admin)]
    expect(await assign(colleague, ofStudent, admin)).toBe('assigned')
    expect(await assign(colleague, ofStudent, support)).toBe('assigned')
    expect(await assign(colleague, ofStudent, student)).toBe('NOT_ASSIGNABLE')
    expect(await assign(colleague, ofAdmin, admin)).toBe('NOT_ASSIGNABLE')
    expect(await assign(support, ofAdmin, admin)).toBe('NOT_ASSIGNABLE')
    expect((await ticketOf(ofAdmin)).assigned_to).toBeNull()
    expect(await assign(admin, ofAdmin, admin), 'the reporter').toBe('NOT_FOUND')
    expect(await assign(colleague, ofAdmin, support)).toBe('assigned')
    expect((await ticketOf(ofAdmin)).assigned_to).toBe(support.user_id)
  })

  it('never to a person who is disabled or removed', async () => {
    const leaver = await addPerson('Admin')
    const thread = await open(student)
    await read`update identity.person set lk_user_status_id = 2 where user_id = ${leaver.user_id}`
    expect(await assign(admin, thread, leaver)).toBe('NOT_ASSIGNABLE')
    await read`
      update identity.person set lk_user_status_id = 1, deleted_at = platform.now() where user_id = ${leaver.user_id}`
    expect(await assign(admin, thread, leaver)).toBe('NOT_ASSIGNABLE')
    await read`update identity.person set deleted_at = null where user_id = ${leaver.user_id}`
    expect(await assign(admin, thread, leaver)).toBe('assigned')
  })

  it("automatically to the default assignee, unless it is that person's own", async () => {
    await read`
      insert into settings.support_settings (organization_id, default_assignee) values (1, ${admin.user_id})
      on conflict (organization_id) do update set default_assignee = ${admin.user_id}`
    expect((await ticketOf(await open(student))).assigned_to).toBe(admin.user_id)
    expect((await ticketOf(await open(colleague))).assigned_to).toBe(admin.user_id)
    expect((await ticketOf(await open(admin))).assigned_to).toBeNull()
    await read`update settings.support_settings set default_assignee = null where organization_id = 1`
  })
})

test("a removed reporter of a ticket can't be found by name, email, number or phone", async () => {
  const { user_id } = await addPerson('Student')
  const email = 'remi.removed@example.com'
  await read`
    update identity.person
    set first_name = 'Remi', last_name = 'Removed', email = ${email} where user_id = ${user_id}`
  await read`insert into identity.phone (user_id, organization_id, phone_number) values (${user_id}, 1, '3055550177')`
  const texts = ['Remi Removed', email, String(user_id), '305-555-0177']
  const reporters = () =>
    Promise.all(
      texts.map(async (text) => {
        const path = `/support/reporter/autocomplete?searchkey=contains:${encodeURIComponent(text)}`
        const { data } = ok(await admin.client.get(path))
        return data.some(({ reporter_id }: { reporter_id: number }) => reporter_id === user_id)
      }),
    )
  expect(await reporters()).toEqual([true, true, true, true])
  await read`update identity.person set deleted_at = platform.now() where user_id = ${user_id}`
  expect(await reporters()).toEqual([false, false, false, false])
})

test('a resolved ticket is rated by its reporter alone', async () => {
  const [ofStudent, ofAdmin] = [await open(student), await open(admin)]
  for (const thread of [ofStudent, ofAdmin])
    ok(await colleague.client.post('/support/setStatus', { ...thread, lk_issue_status_id: status.resolved }))
  const rate = async ({ client }: { client: Client }, { chat_thread_id }: Thread) =>
    (await client.post('/support/rate', { chat_thread_id, stars: 5 })).status
  const others = { otherStudent, colleague, support, visitor: { client: app.visitor() } }
  for (const [who, other] of Object.entries(others)) {
    expect([401, 404], who).toContain(await rate(other, ofStudent))
    expect([401, 404], who).toContain(await rate(other, ofAdmin))
  }
  expect(await rate(admin, ofStudent)).toBe(404)
  expect(await rate(student, ofAdmin)).toBe(404)
  expect((await ticketOf(ofStudent)).rating).toBeNull()
  expect((await ticketOf(ofAdmin)).rating).toBeNull()
  expect([await rate(student, ofStudent), await rate(admin, ofAdmin)]).toEqual([200, 200])
})

const chosenIds = Object.keys(lk_issue_status).map(Number)
test.each(chosenIds)('a ticket of status %i has a resolution time only while it is resolved', async (from) => {
  const changes: [number, boolean][] = []
  for (const to of chosenIds.filter((other) => other !== from)) {
    const thread = await open(student)
    const become = (lk_issue_status_id: number) =>
      admin.client.post('/support/setStatus', { chat_thread_id: thread.chat_thread_id, lk_issue_status_id })
    if ((await ticketOf(thread)).at !== from) ok(await become(from))
    expect((await ticketOf(thread)).resolved, `${from}`).toBe(from === status.resolved)
    if ((await become(to)).status !== 200) continue
    const { at, resolved } = await ticketOf(thread)
    changes.push([at, resolved])
    await read`update support.ticket set created_at = created_at - interval '2 days'`
  }
  expect(changes.length).toBeGreaterThan(2)
  expect(changes.filter(([at, resolved]) => resolved !== (at === status.resolved))).toEqual([])
})

test('a message of its reporter reopens a resolved ticket, which loses the time of its resolution', async () => {
  const thread = await open(student)
  ok(await admin.client.post('/support/setStatus', { ...thread, lk_issue_status_id: status.resolved }))
  const { chat_thread_id } = thread
  ok(await student.client.post('/support/sendMessage', { chat_thread_id, message: encodeMessage('It is back') }))
  expect(await ticketOf(thread)).toMatchObject({ at: status.reopened, resolved: false })
})

describe('open pages', () => {
  /** The hints of each call that changes what others see of a ticket; null: none that is stored. */
  const hints: Readonly<Record<string, { type: string; to: readonly string[] } | null>> = {
    'POST /support/sendMessage': { type: 'message', to: ['personal', 'staff', 'thread'] },
    'POST /support/setStatus': { type: 'status', to: ['personal', 'staff', 'thread'] },
    'POST /support/reassignTicket': { type: 'assigned', to: ['personal', 'staff', 'thread'] },
    'POST /support/messageRead': { type: 'read', to: ['personal', 'staff', 'thread'] },
    'POST /support/rate': { type: 'rated', to: ['personal', 'staff', 'thread'] },
    'POST /support/note': { type: 'note', to: ['staff'] },
    'POST /support/transcript': null,
    // Not stored: it is useless a moment later.
    'POST /support/typing': null,
    'POST /chat/recent': null,
  }
  const steps: readonly (readonly [string, 'student' | 'staff', object])[] = [
    ['POST /support/reassignTicket', 'staff', { assigned_entity_id: admin.user_id }],
    ['POST /support/sendMessage', 'staff', { message: encodeMessage('We look into it') }],
    ['POST /support/messageRead', 'student', {}],
    ['POST /support/note', 'staff', { note: 'Among us' }],
    ['POST /support/setStatus', 'staff', { lk_issue_status_id: status.resolved }],
    ['POST /support/rate', 'student', { stars: 4 }],
  ]

  it('show each change of a ticket to everyone concerned, and a new note to staff only', async () => {
    const thread = await open(student)
    const { chat_thread_id } = thread
    for (const [call, by, fields] of steps) {
      const [mark] = await read<{ id: number }>`
        select coalesce(max(id), 0)::int as id from platform.realtime_outbox`
      const client = by === 'staff' ? admin.client : student.client
      ok(await client.post(call.slice('POST '.length), { chat_thread_id, ...fields }))
      const rows = await read<{ type: string; channels: string[] }>`
        select payload->'data'->>'type' as type,
               coalesce(payload->'channels', jsonb_build_array(payload->>'channel')) as channels
        from platform.realtime_outbox
        where id > ${mark!.id} and (payload->'data'->>'chat_thread_id')::int = ${chat_thread_id} order by id`
      const families = rows.map(({ type, channels }) => ({
        type,
        to: [...new Set(channels.map((channel) => channel.split(':')[0]!))].toSorted(),
      }))
      expect(families, call).toContainEqual(hints[call])
    }
  })

  it('every call that changes a ticket is listed', () => {
    const calls = manifests
      .flatMap(({ operations }) => operations)
      .filter(({ changes, takes }) => changes && 'chat_thread_id' in takes.shape)
      .map(({ call }) => call)
    expect(calls.toSorted()).toEqual(Object.keys(hints).toSorted())
    expect(steps.map(([call]) => call).toSorted()).toEqual(
      Object.keys(hints)
        .filter((call) => hints[call])
        .toSorted(),
    )
  })
})
