import { expect, test } from 'vitest'
import { Busy, ConnectionLost } from './errors.ts'
import { openReadReplica, type ReplicaFault } from './read-replica.ts'
import type { Sql } from './sql.ts'

/** A handle whose statements return `row`, or throw it. */
const handle = (row: () => object | Error) =>
  (async () => {
    const result = row()
    if (result instanceof Error) throw result
    return [result]
  }) as unknown as Sql

test('a standby whose connections are all in use is not at fault, and the next caller tries it again', async () => {
  let state: object | Error = new Busy()
  const changes: (ReplicaFault | null)[] = []
  const { isCurrent } = openReadReplica({
    primary: handle(() => ({ lsn: '0/1', system: '7' })),
    copy: handle(() => state),
    onChange: (fault) => changes.push(fault),
  })
  expect(await isCurrent()).toBe(false)
  expect(changes).toEqual([])
  state = { standby: true, current: true, system: '7' }
  expect(await isCurrent()).toBe(true)
  state = new ConnectionLost('gone')
  expect(await isCurrent()).toBe(false)
  expect(changes.map((fault) => fault?.reason)).toEqual(['unreachable'])
  // The standby is not tried again for a while.
  state = { standby: true, current: true, system: '7' }
  expect(await isCurrent()).toBe(false)
})
