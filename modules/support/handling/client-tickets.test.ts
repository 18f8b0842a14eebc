import { describe, expect, it } from 'vitest'
import { publishEventsJob } from '#jobs/identity/publish-events.job.ts'
import { openJobCtx } from '#jobs/worker.ts'
import { publishToWebhooks } from '#modules/identity/entry.ts'
import { status } from '#modules/support/tickets/status-rules.shared.ts'
import { addStudent } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'
import { addClient, openClient } from '#tests/support/client.ts'
import { byBearer } from '#tests/support/outsiders.ts'
import { ok } from '#tests/support/path.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const { key, client_id } = await addClient(app)
const client = byBearer(app, key)
const admin = await app.as(await app.userId('admin@example.com'))
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body?.code ?? ''}`.trim()

const open = async (overrides: object = {}) =>
  ok(await client.post('/tickets', { message: 'Where is the invoice of May?', ...overrides })).issue_id as number
const reply = (issue_id: number, message: unknown, caller = client) =>
  caller.post(`/tickets/${issue_id}/messages`, { message })
const readTicket = async (issue_id: number) => ok(await client.get(`/tickets/${issue_id}`))

describe('the support tickets of a client', () => {
  it('are opened for its organization, answered by staff, and read by both with the client’s name', async () => {
    const issue_id = await open()
    const { ticket, messages } = await readTicket(issue_id)
    expect(ticket).toMatchObject({ issue_id, organization_id: 1, user_id: null, messages: 1 })
    const [madeRow] = await read<{ name: string }>`select name from identity.client where client_id = ${client_id}`
    expect(messages).toMatchObject([
      { sequence: 1, side: 'reporter', name: madeRow!.name, message: 'Where is the invoice of May?' },
    ])
    const [row] = await read<{ chat_thread_id: number; created_by_client: number; created_by: number | null }>`
      select chat_thread_id, created_by_client, created_by from support.ticket where issue_id = ${issue_id}`
    expect(row).toMatchObject({ created_by_client: client_id, created_by: null })
    ok(await admin.post('/support/sendMessage', { chat_thread_id: row!.chat_thread_id, message: 'It is attached.' }))
    expect(ok(await reply(issue_id, ' Thank you & <bye> 100% ')).sequence).toBe(3)
    expect(
      (await readTicket(issue_id)).messages.map(({ side, message }: Record<string, string>) => [side, message]),
    ).toEqual([
      ['reporter', 'Where is the invoice of May?'],
      ['staff', 'It is attached.'],
      ['reporter', 'Thank you & <bye> 100%'],
    ])
    expect(ok(await client.get(`/tickets/${issue_id}?after=2`)).messages).toHaveLength(1)
    const [event] = await read<Record<string, unknown>>`
      select actor_client_id, subject from platform.audit_event where action = 'ticket.message'
      order by audit_event_id desc limit 1`
    expect(event).toEqual({ actor_client_id: client_id, subject: `issue_id:${issue_id}` })
  })

  it("are opened for a student, who sees the message as from staff; a reply reopens only the organization's own", async () => {
    const user_id = await addStudent(app)
    const issue_id = await open({ user_id })
    const student = await app.as(user_id)
    const { data } = ok(await student.get('/support/fetch'))
    expect(data.data).toMatchObject([{ issue_id }])
    expect((await readTicket(issue_id)).messages[0].side).toBe('staff')
    const ownTicket = await open()
    await read`
      update support.ticket set lk_issue_status_id = ${status.resolved}, resolved_at = platform.now()
      where issue_id in (${ownTicket}, ${issue_id})`
    ok(await reply(ownTicket, 'Not yet.'))
    ok(await reply(issue_id, 'One more thing.'))
    expect((await readTicket(ownTicket)).ticket.lk_issue_status_id).toBe(status.reopened)
    expect((await readTicket(issue_id)).ticket.lk_issue_status_id).toBe(status.resolved)
    await publishToWebhooks(openJobCtx(app.services, publishEventsJob))
    const { events } = ok(await client.get('/events?type=ticket.created&limit=500'))
    expect(events.map((body: { data: { issue_id: number } }) => body.data.issue_id)).toContain(issue_id)
  })

  it('are assigned to the default assignee of their organization', async () => {
    const admin_id = await app.userId('admin@example.com')
    await read`
      insert into settings.support_settings (organization_id, default_assignee) values (1, ${admin_id})
      on conflict (organization_id) do update set default_assignee = excluded.default_assignee`
    const [ticket] = await read`select assigned_to from support.ticket where issue_id = ${await open()}`
    await read`update settings.support_settings set default_assignee = null where organization_id = 1`
    expect(ticket).toEqual({ assigned_to: admin_id })
  })

  it('are listed in the order of their ids, a page at a time, by student and status', async () => {
    const user_id = await addStudent(app)
    const ids = [await open({ user_id }), await open({ user_id })]
    const first = ok(await client.get(`/tickets?user_id=${user_id}&limit=1`))
    expect([first.tickets[0].issue_id, first.next_id]).toEqual([ids[0], ids[0]])
    const second = ok(await client.get(`/tickets?user_id=${user_id}&limit=1&after_id=${first.next_id}`))
    expect([second.tickets[0].issue_id, second.next_id]).toEqual([ids[1], null])
    const none = await client.get(`/tickets?user_id=${user_id}&lk_issue_status_id=${status.resolved}`)
    expect(ok(none).tickets).toEqual([])
  })

  it('are refused to other organizations, to people, without the permission, and without words', async () => {
    const issue_id = await open()
    const other = await openClient(app, { code: 'GCT' })
    expect(codeOf(await other.get(`/tickets/${issue_id}`))).toBe('404 NOT_FOUND')
    expect(codeOf(await reply(issue_id, 'Hello', other))).toBe('404 NOT_FOUND')
    expect(ok(await other.get('/tickets?limit=200')).tickets).not.toContainEqual(expect.objectContaining({ issue_id }))
    expect(codeOf(await other.post('/tickets', { message: 'x', user_id: await addStudent(app) }))).toBe('404 NOT_FOUND')
    expect(codeOf(await admin.get('/tickets'))).toBe('403 FORBIDDEN')
    const reader = await openClient(app, { permissions: ['MANAGE_SUPPORT:READ'] })
    ok(await reader.get(`/tickets/${issue_id}`))
    expect(codeOf(await reply(issue_id, 'Hello', reader))).toBe('403 FORBIDDEN')
    expect(codeOf(await reader.post('/tickets', { message: 'Hello' }))).toBe('403 FORBIDDEN')
    expect((await reply(issue_id, '  ')).status).toBeGreaterThanOrEqual(400)
    expect(codeOf(await reply(issue_id, 'x'.repeat(5_001)))).toBe('400 INVALID')
    expect((await readTicket(issue_id)).messages).toHaveLength(1)
  })

  it('get one number for each of eight simultaneous messages', async () => {
    const issue_id = await open()
    const responses = await Promise.all(Array.from({ length: 8 }, (_, n) => reply(issue_id, `Message ${n}`)))
    expect(responses.map((response) => ok(response).sequence).toSorted()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  })
})
