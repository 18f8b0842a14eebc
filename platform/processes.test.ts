import { hostname } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import { listProcesses, signLife } from './processes.ts'

const { db, app } = await testDatabase()
const processesAt = async (port: number) => (await listProcesses(app.read)).filter((process) => process.port === port)

test('a process is listed with its role and version while it lives, and no longer once it stopped', async () => {
  const stop = signLife(app, { role: 'web', port: 3001 })
  await vi.waitFor(async () => expect(await processesAt(3001)).toHaveLength(1))
  const [row] = await processesAt(3001)
  expect(row).toMatchObject({ role: 'web', machine: hostname(), pid: process.pid, gone: false })
  expect(row?.version).toMatch(/^\d+\.\d+\.\d+/)
  await stop()
  expect(await processesAt(3001)).toEqual([])
})

test('a killed process is gone after three missed heartbeats, comes last, and is dropped after a day', async () => {
  await db.read`
    insert into platform.process (process_id, role, version, machine, pid, port, seen_at)
    values (gen_random_uuid(), 'worker', '1.0.0', 'a', 1, 3009, now() - interval '91 seconds'),
           (gen_random_uuid(), 'web', '1.0.0', 'b', 1, 3002, now() - interval '89 seconds'),
           (gen_random_uuid(), 'web', '1.0.0', 'a', 1, 3003, now() - interval '25 hours')`
  const rows = await listProcesses(app.read)
  expect(rows.map(({ port, gone }) => [port, gone])).toEqual([
    [3002, false],
    [3009, true],
  ])
  // Any heartbeat of another process removes the dropped ones.
  const stop = signLife(app, { role: 'web', port: 3004 })
  onTestFinished(stop)
  await vi.waitFor(async () => expect(await db.read`select from platform.process where port = 3003`).toHaveLength(0))
})

test('a process renews its heartbeat on a timer, and survives a database without the table', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await db.read.text('alter table platform.process rename to process_later')
  const stop = signLife(app, { role: 'all', port: 3005 })
  onTestFinished(stop)
  expect(await listProcesses(app.read)).toEqual([])
  await db.read.text('alter table platform.process_later rename to process')
  await vi.advanceTimersByTimeAsync(30_000)
  await vi.waitFor(async () => expect(await processesAt(3005)).toHaveLength(1))
})
