import { expect, test } from 'vitest'
import { studentCreated } from '#modules/identity/facts.ts'
import { openTestApp } from '#tests/support/app.ts'
import { startFollowing } from './follow-events.ts'
import { publishEventsJob } from './identity/publish-events.job.ts'
import { openJobCtx } from './worker.ts'

const app = await openTestApp()
const { database, services } = app
const job = openJobCtx(services, publishEventsJob)

function openWorker() {
  const calls: string[] = []
  const worker = { drain: async () => void calls.push('drain'), stop: async () => void calls.push('stop') }
  return { calls, worker }
}

test('stopping a worker waits for the running publishing', async () => {
  const { organization_id } = (await app.ctx()).organization
  await job.tx((inner) => inner.emit(studentCreated, { user_id: 1, organization_id }))
  const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const lockHolder = database.tx(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('platform.event'))`
    held.resolve()
    await gate.promise
  })
  await held.promise
  const { calls, worker } = openWorker()
  const following = await startFollowing(services, async () => worker)
  let hasStopped = false
  const stop = following.stop().then(() => {
    hasStopped = true
  })
  await database.read`select 1`
  expect([hasStopped, calls]).toEqual([false, ['stop']])
  gate.resolve()
  await Promise.all([lockHolder, stop])
  const events = await database.read<{ published: boolean }>`
    select position is not null as published from platform.event where subject = 'user:1'`
  expect(events).toEqual([{ published: true }])
})

test('events are not followed before the worker has started', async () => {
  const channels: string[] = []
  const listen: typeof database.listen = (channel) => {
    channels.push(channel)
    throw new Error('no connection')
  }
  const brokenServices = { ...services, database: { ...services.database, listen } }
  await expect(startFollowing(brokenServices, () => Promise.reject(new Error('not prepared')))).rejects.toThrow(
    'not prepared',
  )
  expect(channels).toEqual([])
  const { calls, worker } = openWorker()
  await expect(startFollowing(brokenServices, async () => worker)).rejects.toThrow('no connection')
  expect([channels, calls]).toEqual([['platform_event'], ['stop']])
})
