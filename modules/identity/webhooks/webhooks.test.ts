import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { deliverWebhooksJob } from '#jobs/identity/deliver-webhooks.job.ts'
import { openJobCtx } from '#jobs/worker.ts'
import { studentCreated } from '#modules/identity/facts.ts'
import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { forgetOldEvents } from '#platform/events/publish-events.ts'
import { openTestApp } from '#tests/support/app.ts'
import { addClient } from '#tests/support/client.ts'
import { byBearer } from '#tests/support/outsiders.ts'
import { ok } from '#tests/support/path.ts'
import { isSignedWith, openReceiver } from '#tests/support/receiver.ts'
import { openSandbox } from '#tests/support/sandbox.ts'
import { deliverWebhooks, sweepWebhooks } from './deliver.ts'
import { claimEndpoint, lockDelivery, releaseEndpoint } from './delivery.sql.ts'
import { maxEndpoints } from './endpoint.sql.ts'
import { publishToWebhooks } from './publish.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const receiver = await openReceiver()
const admin = await app.as(await app.userId('admin@example.com'))
const job = openJobCtx(app.services, deliverWebhooksJob)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body?.code ?? ''}`.trim()

beforeEach(async () => {
  await read`update identity.webhook_endpoint set ended_at = platform.now() where ended_at is null`
  await read`delete from platform.event`
  receiver.received.length = 0
  receiver.answers(200, 'ok')
})

/** A client with an endpoint at the receiver. */
async function open(overrides: Record<string, unknown> = {}, client: Parameters<typeof addClient>[1] = {}) {
  const { key, client_id, organization_id } = await addClient(app, client)
  const caller = byBearer(app, key, client.code ?? null)
  const { webhook_endpoint_id, secret } = ok(await caller.post('/webhook/create', { url: receiver.url, ...overrides }))
  return {
    client_id,
    organization_id,
    caller,
    webhook_endpoint_id: webhook_endpoint_id as number,
    secret: secret as string,
  }
}

/** Events of students, in order; the same number is the same subject. */
async function addEvents(...user_ids: number[]) {
  const { organization_id } = (await app.ctx()).organization
  for (const user_id of user_ids) await job.tx((inner) => inner.emit(studentCreated, { user_id, organization_id }))
  await publishToWebhooks(job)
}
const receivedEvents = () => receiver.received.map(({ event }) => event.data.user_id ?? event.type)
const moveDeliveries = (interval: string) => read`
  update identity.webhook_delivery set next_try_at = next_try_at - ${interval}::interval`
const endpointOf = async (id: number) => {
  const [row] = await read<Record<string, unknown>>`
    select paused_why, failures, held_until is not null as held, failing_since is not null as failing
    from identity.webhook_endpoint where webhook_endpoint_id = ${id}`
  return row!
}
/** The reasons recorded in the audit log for its pauses. */
const pausesOf = async (id: number) => {
  const rows = await read<{ why: string }>`
    select after ->> 'why' as why from platform.audit_event
    where action = 'webhook.pause' and subject = ${`webhook_endpoint_id:${id}`} order by audit_event_id`
  return rows.map(({ why }) => why)
}
const release = (id: number) => read`
  update identity.webhook_endpoint set held_until = null where webhook_endpoint_id = ${id}`

describe('a delivery', () => {
  it('is the event, signed by Standard Webhooks', async () => {
    const { webhook_endpoint_id, secret } = await open()
    await addEvents(71)
    await deliverWebhooks(job, webhook_endpoint_id)
    const [request] = receiver.received
    const { organization_id } = (await app.ctx()).organization
    expect(request!.event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'student.created',
      version: 1,
      timestamp: expect.stringMatching(/Z$/),
      organization_id,
      livemode: true,
      subject: 'user:71',
      data: { user_id: 71 },
    })
    expect(request!.headers['webhook-id']).toBe(request!.event.id)
    expect(request!.headers['content-type']).toBe('application/json')
    expect(isSignedWith(request!, secret)).toBe(true)
    expect(isSignedWith({ ...request!, body: `${request!.body} ` }, secret)).toBe(false)
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receiver.received).toHaveLength(1)
  })

  it('to a test organization is signed at the real time, however far its clock was moved', async () => {
    const { client } = await openSandbox(app)
    const { webhook_endpoint_id } = ok(await client.post('/webhook/create', { url: receiver.url }))
    await app.runJobs()
    receiver.received.length = 0
    ok(await client.post('/test/clock', { minutes: 30 * 1_440 }))
    ok(await client.post('/webhook/test', { webhook_endpoint_id }))
    await app.runJobs()
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
    const now = (await app.ctx()).now.getTime() / 1000
    expect(times.length).toBeGreaterThan(0)
    for (const time of times) expect(time).toBeCloseTo(now, -2)
  })

  it('contains the types of its endpoint, from the organization of its client and those below it', async () => {
    const { webhook_endpoint_id } = await open({ event_types: ['course.passed'] })
    const otherEndpoint = await open({}, { code: 'GCT' })
    await addEvents(72)
    for (const id of [webhook_endpoint_id, otherEndpoint.webhook_endpoint_id]) await deliverWebhooks(job, id)
    expect(receiver.received).toEqual([])
  })

  it('requires the permission of its type, which Admins of the organization must still hold', async () => {
    const lacking = await open({}, { permissions: ['MANAGE_PAYMENTS:READ'] })
    const holding = await open()
    await read`insert into identity.role_permission (organization_id, lk_user_role_id, key, granted)
               values (1, 1, 'MANAGE_STUDENTS:READ', false)`
    await addEvents(73)
    await read`delete from identity.role_permission where key = 'MANAGE_STUDENTS:READ' and organization_id = 1`
    await addEvents(74)
    for (const { webhook_endpoint_id } of [lacking, holding]) await deliverWebhooks(job, webhook_endpoint_id)
    expect(receivedEvents()).toEqual([74])
  })

  it.each([true, false])('follows the nearest organization that sets what Admins may do: %s', async (granted) => {
    const { webhook_endpoint_id } = await open({}, { code: 'LST' })
    const key = 'MANAGE_STUDENTS:READ'
    const [{ organization_id } = { organization_id: 0 }] = await read<{ organization_id: number }>`
      select organization_id from identity.organization where code = 'LST'`
    await read`
      insert into identity.role_permission (organization_id, lk_user_role_id, key, granted)
      select ancestor_id, 1, ${key}, case when depth = 0 then ${granted} else not ${granted} end
      from identity.organization_closure where descendant_id = ${organization_id}`
    await job.tx((inner) => inner.emit(studentCreated, { user_id: 79, organization_id }))
    await publishToWebhooks(job)
    await deliverWebhooks(job, webhook_endpoint_id)
    await read`delete from identity.role_permission where key = ${key}`
    expect(receivedEvents()).toEqual(granted ? [79] : [])
  })

  it('is limited to the organizations that its client works for', async () => {
    const { organization_id: parent_organization_id } = (await app.ctx()).organization
    const organization_id = await app.database.tx((sql) =>
      insertOrganization(sql, { code: 'LOW', name: 'Lower School', parent_organization_id }),
    )
    const { webhook_endpoint_id } = await open({}, { works_for: [organization_id] })
    await addEvents(75)
    await job.tx((inner) => inner.emit(studentCreated, { user_id: 76, organization_id }))
    await publishToWebhooks(job)
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receivedEvents()).toEqual([76])
  })

  it.each([
    ['the permission', () => read`permissions = '{MANAGE_PAYMENTS:READ}'`],
    ['the organization', () => read`works_for = '{}'`],
  ])('stops waiting once its client has lost %s', async (_right, change) => {
    const { webhook_endpoint_id, client_id } = await open()
    await addEvents(77)
    await read`update identity.client set ${change()} where client_id = ${client_id}`
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receiver.received).toEqual([])
    const { deliveries } = ok(await admin.get(`/webhook/deliveries/${webhook_endpoint_id}`))
    expect(deliveries).toEqual([
      expect.objectContaining({ state: 'failed', fault: 'not sent: the client may no longer read this event' }),
    ])
  })

  it('stops waiting once Admins have lost the permission of its client', async () => {
    const { webhook_endpoint_id } = await open()
    await addEvents(78)
    await read`insert into identity.role_permission (organization_id, lk_user_role_id, key, granted)
               values (1, 1, 'MANAGE_STUDENTS:READ', false)`
    await deliverWebhooks(job, webhook_endpoint_id)
    await read`delete from identity.role_permission where key = 'MANAGE_STUDENTS:READ' and organization_id = 1`
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receiver.received).toEqual([])
  })

  it('waits while the organization of its client is suspended', async () => {
    const { webhook_endpoint_id, organization_id } = await open({}, { code: 'GCT' })
    const become = (status: number) => read`
      update identity.organization set lk_organization_status_id = ${status} where organization_id = ${organization_id}`
    await job.tx((inner) => inner.emit(studentCreated, { user_id: 79, organization_id }))
    await publishToWebhooks(job)
    await become(organizationStatus.Suspended)
    await job.tx((inner) => inner.emit(studentCreated, { user_id: 80, organization_id }))
    await publishToWebhooks(job)
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receiver.received).toEqual([])
    await become(organizationStatus.Active)
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receivedEvents()).toEqual([79])
  })

  it('is tried again later if it fails, and later events of its subject wait for it', async () => {
    const { webhook_endpoint_id } = await open()
    await addEvents(81, 82, 81)
    receiver.settings.answer = ({ event }, response) =>
      void response.writeHead(event.data.user_id === 81 ? 500 : 200).end('broken')
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receivedEvents().toSorted()).toEqual([81, 82])
    receiver.answers(200)
    await sweepWebhooks(job)
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receiver.received).toHaveLength(2)
    await moveDeliveries('1 minute')
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receivedEvents().slice(2)).toEqual([81, 81])
    const ids = receiver.received.filter(({ event }) => event.data.user_id === 81).map(({ event }) => event.id)
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[1])
  })

  it('fails permanently after three days, and the next one of its subject follows', async () => {
    const { webhook_endpoint_id, caller } = await open()
    await addEvents(83, 83)
    receiver.settings.answer = (_request, response) =>
      void response.writeHead(receiver.received.length < 3 ? 500 : 200).end()
    await deliverWebhooks(job, webhook_endpoint_id)
    await read`update identity.webhook_delivery set first_try_at = first_try_at - interval '73 hours'`
    await moveDeliveries('1 minute')
    await deliverWebhooks(job, webhook_endpoint_id)
    await release(webhook_endpoint_id)
    await deliverWebhooks(job, webhook_endpoint_id)
    const { deliveries } = ok(await caller.get(`/webhook/deliveries/${webhook_endpoint_id}`))
    expect(deliveries.map(({ state, attempts }: Record<string, unknown>) => [state, attempts])).toEqual([
      ['delivered', 1],
      ['failed', 2],
    ])
  })

  it('is sent again on request, with the same id', async () => {
    const { webhook_endpoint_id, caller } = await open()
    await addEvents(84)
    await deliverWebhooks(job, webhook_endpoint_id)
    const { deliveries } = ok(await caller.get(`/webhook/deliveries/${webhook_endpoint_id}`))
    const { webhook_delivery_id } = deliveries[0]
    ok(await caller.post('/webhook/sendAgain', { webhook_delivery_id }))
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1)
    expect(receiver.received).toHaveLength(2)
    const { deliveries: result } = ok(await caller.get(`/webhook/deliveries/${webhook_endpoint_id}`))
    // The retry schedule starts again.
    expect(result[0]).toMatchObject({ state: 'delivered', attempts: 1 })
    const delivery = ok(await caller.get(`/webhook/delivery/${webhook_delivery_id}`))
    expect(delivery.body).toBe(receiver.received[0]!.body)
    expect(delivery.tries).toEqual([
      expect.objectContaining({ http_status: 200, answer: 'ok', fault: null }),
      expect.objectContaining({ http_status: 200 }),
    ])
  })
})

describe('an endpoint', () => {
  it('is served by one worker at a time: with many workers each event arrives once', async () => {
    const { webhook_endpoint_id } = await open()
    await addEvents(...Array.from({ length: 30 }, (_, index) => 100 + index))
    await Promise.all(Array.from({ length: 10 }, () => deliverWebhooks(job, webhook_endpoint_id)))
    expect(receivedEvents().toSorted()).toEqual(Array.from({ length: 30 }, (_, index) => 100 + index))
  })

  it('gets several subjects at a time, four at most', async () => {
    const { webhook_endpoint_id } = await open()
    let [now, max] = [0, 0]
    receiver.settings.answer = (_request, response) => {
      now += 1
      max = Math.max(max, now)
      setImmediate(() =>
        setImmediate(() =>
          setTimeout(() => {
            now -= 1
            response.end()
          }, 20),
        ),
      )
    }
    await addEvents(...Array.from({ length: 20 }, (_, index) => 200 + index))
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receiver.received).toHaveLength(20)
    expect(max).toBe(4)
  })

  it('rests after three failures in a row, and starts over after a success', async () => {
    const { webhook_endpoint_id } = await open()
    receiver.answers(503)
    await addEvents(301, 302, 303, 304, 305, 306, 307, 308, 309)
    await deliverWebhooks(job, webhook_endpoint_id)
    // Deliveries that were running at the third failure end, too.
    expect(receiver.received.length).toBeLessThanOrEqual(6)
    expect(await endpointOf(webhook_endpoint_id)).toMatchObject({ held: true, failing: true })
    const before = receiver.received.length
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receiver.received).toHaveLength(before)
    receiver.answers(204)
    await release(webhook_endpoint_id)
    await moveDeliveries('1 minute')
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(await endpointOf(webhook_endpoint_id)).toEqual({
      paused_why: null,
      failures: 0,
      held: false,
      failing: false,
    })
    expect(new Set(receivedEvents()).size).toBe(9)
  })

  it('is paused after three days of failures: its contact gets an email, and deliveries continue once it is resumed', async () => {
    const { webhook_endpoint_id, caller } = await open()
    receiver.answers(500)
    await addEvents(401)
    await read`
      update identity.webhook_endpoint set failures = 9, failing_since = platform.now() - interval '73 hours'
      where webhook_endpoint_id = ${webhook_endpoint_id}`
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(await endpointOf(webhook_endpoint_id)).toMatchObject({ paused_why: 'failing' })
    expect(app.facts.filter(({ fact }) => fact === 'identity.webhook_paused')).toEqual([
      { fact: 'identity.webhook_paused', data: { webhook_endpoint_id } },
    ])
    await app.runJobs()
    const [email] = app.mail.sent.filter(({ to }) => to === 'dev@fleet.example')
    expect(email!.subject).toBe('Webhooks to Fleet sync are paused')
    expect(email!.text).toContain(`/manage/webhooks/${webhook_endpoint_id}`)
    await addEvents(402)
    receiver.answers(200)
    ok(await caller.post('/webhook/resume', { webhook_endpoint_id }))
    await moveDeliveries('1 minute')
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receivedEvents().slice(1).toSorted()).toEqual([401, 402])
  })

  it('ends on a 410 response, and receives no events until it is resumed', async () => {
    const { webhook_endpoint_id, caller } = await open()
    receiver.answers(410)
    await addEvents(411)
    await deliverWebhooks(job, webhook_endpoint_id)
    const { endpoints } = ok(await caller.get('/webhooks'))
    expect(endpoints).toEqual([expect.objectContaining({ webhook_endpoint_id, state: 'gone', waiting: 1 })])
    expect(await pausesOf(webhook_endpoint_id)).toEqual(['gone'])
    await addEvents(412)
    receiver.answers(200)
    ok(await caller.post('/webhook/resume', { webhook_endpoint_id }))
    await moveDeliveries('1 minute')
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receivedEvents()).toEqual([411, 411])
  })

  it('has two secrets for a day after a rotation, and is the only receiver of its test event', async () => {
    const endpoint = await open()
    const other = await open()
    const { webhook_endpoint_id } = endpoint
    const { secret } = ok(await endpoint.caller.post('/webhook/rotateSecret', { webhook_endpoint_id }))
    ok(await endpoint.caller.post('/webhook/test', { webhook_endpoint_id }))
    await publishToWebhooks(job)
    for (const { webhook_endpoint_id: id } of [endpoint, other]) await deliverWebhooks(job, id)
    expect(receivedEvents()).toEqual(['webhook.test'])
    expect([isSignedWith(receiver.received[0]!, secret), isSignedWith(receiver.received[0]!, endpoint.secret)]).toEqual(
      [true, true],
    )
    await read`update identity.webhook_endpoint set former_until = platform.now() where former_until is not null`
    ok(await endpoint.caller.post('/webhook/test', { webhook_endpoint_id }))
    await publishToWebhooks(job)
    await deliverWebhooks(job, webhook_endpoint_id)
    expect([isSignedWith(receiver.received[1]!, secret), isSignedWith(receiver.received[1]!, endpoint.secret)]).toEqual(
      [true, false],
    )
    const { events } = ok(await endpoint.caller.get('/events'))
    expect(events).toEqual([])
  })

  it('stores its secret sealed', async () => {
    const { secret, webhook_endpoint_id } = await open()
    const [row] = await read<{ secret: Buffer }>`
      select secret from identity.webhook_endpoint where webhook_endpoint_id = ${webhook_endpoint_id}`
    const plain = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(plain).toHaveLength(24)
    expect(row!.secret.includes(plain)).toBe(false)
  })

  it("can be managed by its client's Admins and the client itself", async () => {
    const { webhook_endpoint_id, client_id } = await open()
    const other = await open()
    const instructor = await app.as(await app.userId('instructor@example.com'))
    const webhookEndpoint = { webhook_endpoint_id }
    for (const path of ['rotateSecret', 'test', 'pause', 'resume', 'end'])
      expect(codeOf(await other.caller.post(`/webhook/${path}`, webhookEndpoint)), path).toBe('404 NOT_FOUND')
    expect(codeOf(await other.caller.get(`/webhook/deliveries/${webhook_endpoint_id}`))).toBe('404 NOT_FOUND')
    expect(codeOf(await other.caller.post('/webhook/create', { client_id, url: receiver.url }))).toBe('404 NOT_FOUND')
    expect(codeOf(await instructor.get('/webhooks'))).toBe('403 FORBIDDEN')
    const { endpoints } = ok(await admin.get('/webhooks'))
    expect(endpoints).toHaveLength(2)
    expect(ok(await other.caller.get('/webhooks')).endpoints).toHaveLength(1)
    ok(await admin.post('/webhook/pause', webhookEndpoint))
    ok(await admin.post('/webhook/pause', webhookEndpoint))
    await addEvents(501)
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receiver.received).toEqual([])
    ok(await admin.post('/webhook/end', webhookEndpoint))
    expect(codeOf(await admin.post('/webhook/resume', webhookEndpoint))).toBe('404 NOT_FOUND')
    const events = await read<{ action: string }>`
      select action from platform.audit_event where subject = ${`webhook_endpoint_id:${webhook_endpoint_id}`}
      order by audit_event_id`
    expect(events.map(({ action }) => action)).toEqual(['webhook.create', 'webhook.pause', 'webhook.end'])
  })

  it('gets no further events if it ends during a request, and the worker continues', async () => {
    const { webhook_endpoint_id, caller } = await open()
    await addEvents(531, 532, 533, 534, 535, 536, 537, 538)
    const ending = Promise.withResolvers<void>()
    receiver.settings.answer = async (_request, response) => {
      if (receiver.received.length === 1)
        caller.post('/webhook/end', { webhook_endpoint_id }).then(() => ending.resolve(), ending.reject)
      await ending.promise
      response.end()
    }
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receiver.received.length).toBeLessThanOrEqual(4)
    const deliveries =
      await read`select from identity.webhook_delivery where webhook_endpoint_id = ${webhook_endpoint_id}`
    expect(deliveries).toEqual([])
  })

  it('is released after an error, but not by a worker whose claim another worker has taken over', async () => {
    const { webhook_endpoint_id } = await open()
    const claimOf = async () => {
      const [row] = await read<{ claimed_by: string | null }>`
        select claimed_by from identity.webhook_endpoint where webhook_endpoint_id = ${webhook_endpoint_id}`
      return row!.claimed_by
    }
    await addEvents(541)
    await read`update identity.webhook_endpoint set secret = 'broken' where webhook_endpoint_id = ${webhook_endpoint_id}`
    await expect(deliverWebhooks(job, webhook_endpoint_id)).rejects.toThrow()
    expect(await claimOf()).toBe(null)
    const [former, next] = [randomUUID(), randomUUID()]
    expect(await claimEndpoint(job, webhook_endpoint_id, former)).not.toBe(null)
    expect(await claimEndpoint(job, webhook_endpoint_id, next)).toBe(null)
    await read`update identity.webhook_endpoint set claimed_until = platform.now() where claimed_by = ${former}`
    expect(await claimEndpoint(job, webhook_endpoint_id, next)).not.toBe(null)
    await releaseEndpoint(job, webhook_endpoint_id, former)
    expect(await claimOf()).toBe(next)
    await releaseEndpoint(job, webhook_endpoint_id, next)
    expect(await claimOf()).toBe(null)
  })

  it('is read again for each batch: a pause and a new address apply from the next one on', async () => {
    const { webhook_endpoint_id, caller } = await open()
    const { organization_id } = (await app.ctx()).organization
    await Promise.all(
      Array.from({ length: 101 }, (_, index) =>
        job.tx((inner) => inner.emit(studentCreated, { user_id: 1_000 + index, organization_id })),
      ),
    )
    await publishToWebhooks(job)
    let paused: Promise<unknown> | null = null
    receiver.settings.answer = async (_request, response) => {
      paused ??= caller.post('/webhook/pause', { webhook_endpoint_id })
      await paused
      response.end()
    }
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receiver.received.length).toBeLessThanOrEqual(100)
  })

  it('set by a client itself is reported to its contact, and is paused when the key ends', async () => {
    const { webhook_endpoint_id, client_id, caller } = await open()
    const redirections = () => app.facts.filter(({ fact }) => fact === 'identity.webhook_redirected').length
    const before = redirections()
    const save = { webhook_endpoint_id, url: `${receiver.url}?other`, event_types: [] }
    ok(await admin.put('/webhook/save', save))
    expect(redirections()).toBe(before)
    ok(await caller.put('/webhook/save', { ...save, event_types: ['student.created'] }))
    expect(redirections()).toBe(before)
    const byAdmin = ok(await admin.post('/webhook/create', { client_id, url: receiver.url }))
    ok(await caller.put('/webhook/save', { ...save, url: receiver.url }))
    expect(redirections()).toBe(before + 1)
    app.mail.sent.length = 0
    await app.runJobs()
    expect(app.mail.sent.map(({ to }) => to)).toContain('dev@fleet.example')
    const email = app.mail.sent.find(({ text }) => text.includes(`/manage/webhooks/${webhook_endpoint_id}`))
    expect([email!.subject, email!.text.includes(receiver.url)]).toEqual(['Fleet sync set a webhook address', true])
    const [key] = await read<{ client_key_id: number }>`
      select client_key_id from identity.client_key where client_id = ${client_id}`
    ok(await admin.post('/client/endKey', key!))
    const { endpoints } = ok(await admin.get('/webhooks'))
    expect(endpoints).toEqual([
      expect.objectContaining({ webhook_endpoint_id, state: 'key_ended' }),
      expect.objectContaining({ webhook_endpoint_id: byAdmin.webhook_endpoint_id, state: 'active' }),
    ])
    await addEvents(551)
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receiver.received).toEqual([])
  })

  it.each([
    [null, 'key_ended'],
    ['staff', 'key_ended'],
    ['failing', 'key_ended'],
    ['gone', 'gone'],
  ])('set by a client itself and paused as %s is %s when the key ends', async (before, after) => {
    const { webhook_endpoint_id, client_id } = await open()
    await read`
      update identity.webhook_endpoint
      set paused_why = ${before}, paused_at = case when ${before}::text is null then null else platform.now() end
      where webhook_endpoint_id = ${webhook_endpoint_id}`
    const [key] = await read<{ client_key_id: number }>`
      select client_key_id from identity.client_key where client_id = ${client_id}`
    ok(await admin.post('/client/endKey', key!))
    expect(await endpointOf(webhook_endpoint_id)).toMatchObject({ paused_why: after })
    expect(await pausesOf(webhook_endpoint_id)).toEqual(after === 'key_ended' ? ['key_ended'] : [])
  })

  it('takes no result of a pending request after it has ended', async () => {
    const { webhook_endpoint_id } = await open()
    await addEvents(571)
    const [delivery] = await read<{ id: number }>`
      select webhook_delivery_id::float8 as id from identity.webhook_delivery
      where webhook_endpoint_id = ${webhook_endpoint_id}`
    const lock = () => job.tx((inner) => lockDelivery(inner, webhook_endpoint_id, delivery!.id))
    expect(await lock()).toBe(true)
    await read`
      update identity.webhook_endpoint set ended_at = platform.now() where webhook_endpoint_id = ${webhook_endpoint_id}`
    expect(await lock()).toBe(null)
  })

  it('gives an Admin no right that they lack', async () => {
    const { webhook_endpoint_id, client_id, caller } = await open()
    await addEvents(521)
    await deliverWebhooks(job, webhook_endpoint_id)
    const { deliveries } = ok(await admin.get(`/webhook/deliveries/${webhook_endpoint_id}`))
    const { webhook_delivery_id } = deliveries[0]
    const webhookEndpoint = { webhook_endpoint_id }
    const calls = () => [
      admin.post('/webhook/create', { client_id, url: receiver.url }),
      admin.put('/webhook/save', { ...webhookEndpoint, url: `${receiver.url}/other` }),
      admin.post('/webhook/rotateSecret', webhookEndpoint),
      admin.post('/webhook/resume', webhookEndpoint),
      admin.post('/webhook/sendAgain', { webhook_delivery_id }),
      admin.get(`/webhook/delivery/${webhook_delivery_id}`),
    ]
    await read`insert into identity.permission (user_id, organization_id, key, granted)
               select user_id, 1, 'MANAGE_STUDENTS:READ', false from identity.person where loginid = 'admin@example.com'`
    const refusals = []
    for (const call of calls()) refusals.push(codeOf(await call))
    expect(refusals).toEqual([...Array(5).fill('403 CANNOT_GRANT'), '404 NOT_FOUND'])
    // Stopping deliveries requires no permission.
    ok(await admin.post('/webhook/pause', webhookEndpoint))
    await read`delete from identity.permission where key = 'MANAGE_STUDENTS:READ' and not granted`
    for (const call of calls()) ok(await call)
    ok(await caller.get(`/webhook/delivery/${webhook_delivery_id}`))
  })

  it('shows its client no event that the client may no longer read', async () => {
    const { webhook_endpoint_id, client_id, caller } = await open()
    await addEvents(522)
    const { deliveries } = ok(await caller.get(`/webhook/deliveries/${webhook_endpoint_id}`))
    const { webhook_delivery_id } = deliveries[0]
    await read`update identity.client set permissions = '{MANAGE_PAYMENTS:READ}' where client_id = ${client_id}`
    expect(codeOf(await caller.get(`/webhook/delivery/${webhook_delivery_id}`))).toBe('404 NOT_FOUND')
    expect(codeOf(await caller.post('/webhook/sendAgain', { webhook_delivery_id }))).toBe('404 NOT_FOUND')
  })

  it('receives nothing once its client is revoked', async () => {
    const { webhook_endpoint_id, client_id } = await open()
    await addEvents(511)
    ok(await admin.post('/client/end', { client_id }))
    await deliverWebhooks(job, webhook_endpoint_id)
    expect(receiver.received).toEqual([])
  })

  it('must have a public address, except in development', async () => {
    const { caller } = await open()
    for (const url of ['javascript:alert(1)', 'ftp://fleet.example', 'https://user@fleet.example', 'nowhere'])
      expect(codeOf(await caller.post('/webhook/create', { url })), url).toMatch(/^4(00|22) (INVALID|WEBHOOK_URL)$/)
  })
})

test('a client that creates fifty endpoints simultaneously keeps only the maximum', async () => {
  const { caller } = await open()
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => caller.post('/webhook/create', { url: receiver.url })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(maxEndpoints - 1)
  expect(responses.filter(({ body }) => body.code === 'TOO_MANY_WEBHOOKS')).toHaveLength(50 - maxEndpoints + 1)
})

test('many simultaneous changes to one endpoint each wait for the previous one', async () => {
  const { caller, webhook_endpoint_id } = await open()
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => caller.post('/webhook/rotateSecret', { webhook_endpoint_id })),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const secrets = responses.map(({ body }) => body.secret as string)
  ok(await caller.post('/webhook/test', { webhook_endpoint_id }))
  await publishToWebhooks(job)
  await deliverWebhooks(job, webhook_endpoint_id)
  // The newest secret and the previous one.
  expect(secrets.filter((secret) => isSignedWith(receiver.received[0]!, secret))).toHaveLength(2)
})

test('many simultaneous publishers give each event one position and one delivery', async () => {
  const { webhook_endpoint_id } = await open()
  const { organization_id } = (await app.ctx()).organization
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await job.tx((inner) => inner.emit(studentCreated, { user_id: 600 + index, organization_id }))
      await publishToWebhooks(job)
    }),
  )
  await publishToWebhooks(job)
  const [counts] = await read<{ events: number; places: number; deliveries: number }>`
    select (select count(*)::int from platform.event) as events,
           (select count(distinct position)::int from platform.event) as places,
           (select count(*)::int from identity.webhook_delivery d
            where d.webhook_endpoint_id = ${webhook_endpoint_id}) as deliveries`
  expect(counts).toEqual({ events: 40, places: 40, deliveries: 40 })
})

test('events are deleted after 30 days, with their deliveries', async () => {
  const { webhook_endpoint_id } = await open()
  await addEvents(701, 702)
  await deliverWebhooks(job, webhook_endpoint_id)
  await read`
    update platform.event set created_at = created_at - interval '30 days 1 second' where subject = 'user:701'`
  await forgetOldEvents(job)
  const deliveries = await read<{ subject: string }>`
    select d.subject from identity.webhook_delivery d where webhook_endpoint_id = ${webhook_endpoint_id}`
  expect(deliveries).toEqual([{ subject: 'user:702' }])
})
