import { expect, it } from 'vitest'
import { deliverWebhooksJob } from '#jobs/identity/deliver-webhooks.job.ts'
import { openJobCtx } from '#jobs/worker.ts'
import { studentCreated } from '#modules/identity/facts.ts'
import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { forgetOrganizations } from '#modules/identity/organizations/organization.sql.ts'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { deliverWebhooks, sweepWebhooks } from '#modules/identity/webhooks/deliver.ts'
import { publishToWebhooks } from '#modules/identity/webhooks/publish.ts'
import { openTestApp } from './support/app.ts'
import { addClient } from './support/client.ts'
import { byBearer } from './support/outsiders.ts'
import { ok } from './support/path.ts'
import { openReceiver } from './support/receiver.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const receiver = await openReceiver()
const job = openJobCtx(app.services, deliverWebhooksJob)
const root = (await app.ctx()).organization.organization_id

/**
 * A client of an organization, with everything that acts for it in the organization below: a key, a token, an endpoint,
 * a link.
 */
async function openClient(number: number) {
  const [above, code] = [`CA${number}`, `CB${number}`]
  const add = (name: string, parent_organization_id: number) =>
    app.database.tx((sql) => insertOrganization(sql, { code: name, name: `School ${name}`, parent_organization_id }))
  const client_organization_id = await add(above, root)
  const organization_id = await add(code, client_organization_id)
  const loginid = `student-${code}@example.com`
  const [student] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    values (${organization_id}, 3, ${loginid}, ${loginid}, 'Ana', 'Student') returning user_id`
  const { user_id } = student!
  const { key, client_id } = await addClient(app, { code: above })
  const caller = byBearer(app, key, code)
  const { webhook_endpoint_id } = ok(
    await byBearer(app, key, above).post('/webhook/create', { url: receiver.url }),
  ) as {
    webhook_endpoint_id: number
  }
  const grant = () => {
    const form = { grant_type: 'client_credentials', client_id: String(client_id), client_secret: key }
    return app.visitor(code).visit('/oauth/token', form)
  }
  const token = byBearer(app, JSON.parse((await grant()).text).access_token, code)
  const link = new URL(ok(await caller.post(`/student/${user_id}/signInLink`)).url)
  return {
    code,
    client_organization_id,
    organization_id,
    user_id,
    client_id,
    caller,
    token,
    grant,
    link,
    webhook_endpoint_id,
  }
}
type Opened = Awaited<ReturnType<typeof openClient>>

async function happens({ organization_id, user_id }: Opened): Promise<void> {
  await job.tx((inner) => inner.emit(studentCreated, { user_id, organization_id }))
  await publishToWebhooks(job)
}
async function deliver({ webhook_endpoint_id, user_id }: Opened): Promise<number> {
  receiver.received.length = 0
  await deliverWebhooks(job, webhook_endpoint_id)
  await sweepWebhooks(job)
  await app.runJobs()
  return receiver.received.filter(({ event }) => event.data.user_id === user_id).length
}
async function spend({ code, link }: Opened): Promise<string | null> {
  const token = link.searchParams.get('token')!
  const response = await app.visitor(code).visit(`${link.pathname}${link.search}`, { token })
  return response.headers.get('location')
}

/** Everything that a client does, or that is done for it, with its result. */
const activities: Record<string, (opened: Opened) => Promise<unknown>> = {
  'a call with its key': async ({ caller }) => (await caller.get('/student/fetch')).status,
  'a call with its token': async ({ token }) => (await token.get('/student/fetch')).status,
  'a new token': async ({ grant }) => (await grant()).status,
  'an event that waits for delivery': deliver,
  'an event that happens': async (opened) => {
    await read`delete from identity.webhook_delivery where webhook_endpoint_id = ${opened.webhook_endpoint_id}`
    await happens(opened)
    const [row] = await read<{ n: number }>`
      select count(*)::int as n from identity.webhook_delivery where webhook_endpoint_id = ${opened.webhook_endpoint_id}`
    return row!.n
  },
  'a sign-in link of a student': spend,
}

const results = async (opened: Opened) => {
  await happens(opened)
  return async () => {
    const all: Record<string, unknown> = {}
    for (const [name, doing] of Object.entries(activities)) all[name] = await doing(opened)
    return all
  }
}

it('a live client can do everything in the list', async () => {
  const openClientResult = await openClient(0)
  expect(await (await results(openClientResult))()).toEqual({
    'a call with its key': 200,
    'a call with its token': 200,
    'a new token': 200,
    'an event that waits for delivery': 1,
    'an event that happens': 1,
    'a sign-in link of a student': '/dashboard',
  })
})

/** Every way in which a client stops being live. */
const ends: Record<string, (opened: Opened) => Promise<unknown>> = {
  'was ended': ({ client_id }) => read`
    update identity.client set ended_at = platform.now(), ended_by = created_by where client_id = ${client_id}`,
  'reached its end date': ({ client_id }) => read`
    update identity.client set ends_at = platform.now() - interval '1 second' where client_id = ${client_id}`,
  'has a suspended organization': ({ client_organization_id }) => read`
    update identity.organization set lk_organization_status_id = ${organizationStatus.Suspended}
    where organization_id = ${client_organization_id}`,
  'has a deleted organization': ({ client_organization_id }) => read`
    update identity.organization set deleted_at = platform.now() where organization_id = ${client_organization_id}`,
}

let openedCount = 0
it.each(Object.entries(ends))('a client that %s can do nothing in the list', async (_, end) => {
  openedCount += 1
  const client = await openClient(openedCount)
  const all = await results(client)
  await end(client)
  forgetOrganizations()
  expect(await all()).toEqual({
    'a call with its key': 401,
    'a call with its token': 401,
    'a new token': 401,
    'an event that waits for delivery': 0,
    'an event that happens': 0,
    'a sign-in link of a student': '/login',
  })
})
