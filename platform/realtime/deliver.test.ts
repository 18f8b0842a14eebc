import { expect, it } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import { startHub, until } from './conformance.fixture.ts'
import { insertPublication } from './publish.ts'

const { app } = await testDatabase()

it('notifies the servers once per move, and not without rows', async () => {
  const messages: string[] = []
  const unlisten = await app.listen('realtime_log', (payload) => messages.push(payload))
  const hub = await startHub(app)
  const publish = (n: number) => app.tx((sql) => insertPublication(sql, 'thread:1.1', { n }))
  try {
    await publish(1)
    await until(() => messages.length === 1)
    for (let woken = 0; woken < 5; woken++) {
      await app.read`select pg_notify('realtime_outbox', '0')`
      // After one round trip of ours the mover has run again; an empty move would have sent a notification by then.
      await app.read`select pg_notify('realtime_log', 'after')`
      await until(() => messages.filter((payload) => payload === 'after').length === woken + 1)
    }
    await publish(2)
    await until(() => messages.filter((payload) => payload === '0').length > 1)
    expect(messages.filter((payload) => payload === '0')).toHaveLength(2)
  } finally {
    unlisten()
    await hub.stop()
  }
})
