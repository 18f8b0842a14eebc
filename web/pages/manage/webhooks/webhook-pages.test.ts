import { expect, test } from 'vitest'
import { deliverWebhooksJob } from '#jobs/identity/deliver-webhooks.job.ts'
import { openJobCtx } from '#jobs/worker.ts'
import { deliverWebhooks, publishToWebhooks } from '#modules/identity/entry.ts'
import { openTestApp } from '#tests/support/app.ts'
import { addClient } from '#tests/support/client.ts'
import { isSignedWith, openReceiver } from '#tests/support/receiver.ts'

const app = await openTestApp({ jobs: true })
const receiver = await openReceiver()
const admin = await app.as(await app.userId('admin@example.com'))
const job = openJobCtx(app.services, deliverWebhooksJob)
const { client_id } = await addClient(app)
const place = `/manage/clients/${client_id}`

async function deliver(webhook_endpoint_id: number) {
  await publishToWebhooks(job)
  await deliverWebhooks(job, webhook_endpoint_id)
}
const secretIn = (text: string) => /whsec_[\w+/=]+/.exec(text)?.[0] ?? ''

test('an Admin adds an endpoint, tests it, reads the delivery, sends it again, and removes the endpoint', async () => {
  const addedResponse = await admin.visit(place, { action: 'webhook', url: receiver.url, 'event course.passed': 'on' })
  const secret = secretIn(addedResponse.text)
  expect(secret).toMatch(/^whsec_.{32}$/)
  const response = await admin.visit(place)
  expect(response.text).not.toContain(secret)
  const path = /\/manage\/webhooks\/\d+/.exec(response.text)![0]
  const id = Number(path.split('/').at(-1))
  expect((await admin.visit(path, { action: 'test' })).status).toBe(303)
  await deliver(id)
  expect(isSignedWith(receiver.received[0]!, secret)).toBe(true)
  const listedResponse = await admin.visit(path)
  expect(listedResponse.text).toContain('webhook.test')
  expect(listedResponse.text).toContain('HTTP 200')
  const delivery = /\/manage\/webhooks\/deliveries\/\d+/.exec(listedResponse.text)![0]
  expect((await admin.visit(delivery)).text).toContain(receiver.received[0]!.event.id)
  expect((await admin.visit(delivery, { action: 'again' })).status).toBe(303)
  await deliver(id)
  expect(receiver.received).toHaveLength(2)
  const rotated = await admin.visit(path, { action: 'rotate' })
  expect(secretIn(rotated.text)).not.toBe(secret)
  for (const [action, state] of [
    ['pause', 'Paused'],
    ['resume', 'Active'],
  ] as const) {
    expect((await admin.visit(path, { action })).status).toBe(303)
    expect((await admin.visit(path)).text).toContain(state)
  }
  const form = { action: 'save', url: `${receiver.url}/2`, 'event check.failed': 'on' }
  expect((await admin.visit(path, form)).status).toBe(303)
  expect((await admin.visit(path)).text).toContain(`${receiver.url}/2`)
  const reply = await admin.visit(path, { action: 'end' })
  expect(reply.headers.get('location')).toBe(place)
  expect((await admin.visit(path)).headers.get('location')).toBe('/404')
})

test('a wrong address is refused on the page of the client', async () => {
  const response = await admin.visit(place, { action: 'webhook', url: 'ftp://fleet.example' })
  expect(response.text).toContain('Use a public https address')
  expect(response.text).toContain('value="ftp://fleet.example"')
})

test('an instructor gets a refusal on both pages', async () => {
  const instructor = await app.as(await app.userId('instructor@example.com'))
  for (const path of ['/manage/webhooks/1', '/manage/webhooks/deliveries/1'])
    expect((await instructor.visit(path)).status, path).toBe(302)
})
