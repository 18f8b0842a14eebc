import { beforeEach, expect, it } from 'vitest'
import { publishEventsJob } from '#jobs/identity/publish-events.job.ts'
import { openJobCtx } from '#jobs/worker.ts'
import { invoiceChanged } from '#modules/checkout/facts.ts'
import { studentCreated } from '#modules/identity/facts.ts'
import { forgetOldEvents } from '#platform/events/publish-events.ts'
import { openTestApp } from '#tests/support/app.ts'
import { openClient } from '#tests/support/client.ts'
import { ok } from '#tests/support/path.ts'
import { publishToWebhooks } from './publish.ts'

const app = await openTestApp()
const { read } = app.database
const job = openJobCtx(app.services, publishEventsJob)
const { organization_id } = (await app.ctx()).organization
const client = await openClient(app)
beforeEach(() => read`delete from platform.event`)

const emit = (user_id: number) => job.tx((inner) => inner.emit(studentCreated, { user_id, organization_id }))
async function addEvents(...user_ids: number[]) {
  for (const user_id of user_ids) await emit(user_id)
  await publishToWebhooks(job)
}
type ListedEvent = { id: string; type: string; data: { user_id?: number } }
const fetch = async (query = '', caller = client) => ok(await caller.get(`/events${query}`))
const idsOf = ({ events }: { events: ListedEvent[] }) => events.map(({ data }) => data.user_id)

it('lists events from the oldest on, page by page', async () => {
  await addEvents(1, 2, 3)
  const first = await fetch('?limit=2')
  expect([idsOf(first), first.has_more, first.next]).toEqual([[1, 2], true, first.events[1].id])
  const second = await fetch(`?limit=2&after=${first.next}`)
  expect([idsOf(second), second.has_more]).toEqual([[3], false])
  const third = await fetch(`?after=${second.next}`)
  expect(third).toMatchObject({ events: [], next: second.next, has_more: false })
})

it('starts at the newest position on request, and at the first one if there is none', async () => {
  expect(await fetch('?after=newest')).toMatchObject({ events: [], next: null, has_more: false })
  await addEvents(4)
  const { next } = await fetch('?after=newest')
  await addEvents(5)
  expect(idsOf(await fetch(`?after=${next}`))).toEqual([5])
})

it('never skips an event that was written earlier and committed later', async () => {
  const { promise: heldPromise, resolve: go } = Promise.withResolvers<void>()
  const { promise: writtenPromise, resolve } = Promise.withResolvers<void>()
  const slowTransaction = job.tx(async (inner) => {
    await inner.emit(studentCreated, { user_id: 11, organization_id })
    // The statement has been sent.
    await inner.sql`select 1 as one`
    resolve()
    await heldPromise
  })
  await writtenPromise
  await addEvents(12)
  const first = await fetch()
  expect(idsOf(first)).toEqual([12])
  go()
  await slowTransaction
  await publishToWebhooks(job)
  expect(idsOf(await fetch(`?after=${first.next}`))).toEqual([11])
})

it('reports a lost position if its event was deleted, or belongs to others', async () => {
  await addEvents(21)
  const { next } = await fetch()
  const other = await openClient(app, { code: 'GCT' })
  expect((await other.get(`/events?after=${next}`)).body.code).toBe('EVENT_GONE')
  expect(idsOf(await fetch('', other))).toEqual([])
  await read`delete from platform.event`
  const response = await client.get(`/events?after=${next}`)
  expect([response.status, response.body.code]).toEqual([410, 'EVENT_GONE'])
  for (const after of ['evt_1', '17', ''])
    expect((await client.get(`/events?after=${after}`)).body.code, after).toBe('INVALID')
})

it('continues from the newest event, whether or not its type was requested', async () => {
  await addEvents(41, 42)
  const { events } = await fetch()
  const page = await fetch('?type=invoice.created')
  expect(page).toMatchObject({ events: [], next: events[1].id, has_more: false })
  expect((await fetch(`?type=invoice.created&after=${events[0].id}`)).next).toBe(events[1].id)
  await addEvents(43)
  expect(idsOf(await fetch(`?after=${page.next}`))).toEqual([43])
})

it('keeps the position of a reader who has seen everything, and shows nothing older than 30 days', async () => {
  await addEvents(51, 52)
  const { next, events } = await fetch()
  await read`update platform.event set created_at = created_at - interval '30 days 1 second'`
  await forgetOldEvents(job)
  expect(await fetch(`?after=${next}`)).toMatchObject({ events: [], next, has_more: false })
  expect(idsOf(await fetch())).toEqual([])
  expect((await client.get(`/events?after=${events[0].id}`)).body.code).toBe('EVENT_GONE')
  await addEvents(53)
  expect(idsOf(await fetch(`?after=${next}`))).toEqual([53])
})

it("lists the requested types that the client's permissions allow", async () => {
  await addEvents(31)
  const [invoice] = await read<{ invoice_id: number }>`
    insert into checkout.invoice (organization_id, number, website_id, period_start, period_end, total_cents, due_at, created_by)
    select w.organization_id, 9001, w.website_id, '2026-01-01', '2026-01-31', 1995, platform.now(), p.user_id
    from catalogue.website w, identity.person p
    where w.organization_id = ${organization_id} and p.loginid = 'admin@example.com' limit 1
    returning invoice_id`
  await job.tx((inner) => inner.emit(invoiceChanged, { invoice_id: invoice!.invoice_id, change: 'created' }))
  await publishToWebhooks(job)
  const typesOf = ({ events }: { events: ListedEvent[] }) => events.map(({ type }) => type)
  expect(typesOf(await fetch())).toEqual(['student.created', 'invoice.created'])
  expect(typesOf(await fetch('?type=invoice.created'))).toEqual(['invoice.created'])
  expect(typesOf(await fetch('?type=invoice.created&type=student.created'))).toHaveLength(2)
  const { events } = await fetch('?type=invoice.created')
  expect(events[0].data).toMatchObject({ total: 19.95, paid: 0 })
  const narrow = await openClient(app, { permissions: ['MANAGE_STUDENTS:READ'] })
  expect(typesOf(await fetch('', narrow))).toEqual(['student.created'])
  const none = await openClient(app, { permissions: ['MANAGE_COURSES:READ'] })
  expect((await none.get('/events')).status).toBe(403)
  expect((await client.get('/events?type=webhook.test')).body.code).toBe('INVALID')
})
