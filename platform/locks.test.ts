import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inTurn } from '#tests/support/in-turn.ts'
import { movableClock } from './clock.ts'
import { type Ctx, noOrganization } from './ctx.ts'
import type { Database } from './db/database.ts'
import { fileNames, releaseFiles, settleFile, storeFile, sweepFiles } from './files/file-claims.ts'
import { openFiles } from './files/files.ts'
import { takeOver } from './installation.ts'
import { silentLog } from './log.ts'
import { emailLimits, reserveEmail } from './mail/email-limits.sql.ts'
import { fillPorts, openCtx } from './open-ctx.ts'
import { filesPort } from './ports.ts'
import { selectEpoch, startDelivery } from './realtime/deliver.ts'
import { openHub } from './realtime/hub.ts'
import { insertPublication } from './realtime/publish.ts'
import { openRealtimeTokens } from './realtime/tokens.ts'
import { testDatabase } from './testing/database.ts'

/** Steps two transactions over each platform lock that no other test holds; tests/locks.txt lists them. */
const { db, app } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'waypost-locks-'))
afterAll(() => rm(folder, { recursive: true }))
const ports = fillPorts([filesPort, openFiles({ folder })], [fileNames, []])
const facts = { async send() {} }
const ctxOf = (database: Database) =>
  openCtx(
    { database, clock: movableClock(), log: silentLog, facts, ports },
    { actor: { kind: 'system', name: 'test' }, organization: noOrganization, locale: 'en-us' },
  )
const [system, operator] = [ctxOf(app), ctxOf(db)]

test('a second take-over is recorded as one from the first', async () => {
  await takeOver(operator, 'old.example')
  const { first, second } = await inTurn(
    operator,
    (inner) => takeOver(inner, 'one.example'),
    () => takeOver(operator, 'two.example'),
  )
  expect([first, second]).toEqual(['old.example', 'one.example'])
})

test('equal content is stored after its deletion has ended', async () => {
  const file = { bytes: new TextEncoder().encode('deleted and stored again'), limit_bytes: 1_000 }
  const storedFile = await storeFile(system, file)
  await system.tx(async (inner) => {
    await settleFile(inner, storedFile)
    await releaseFiles(inner, [storedFile.key])
  })
  const { second, waited } = await inTurn(system, sweepFiles, () => storeFile(system, file))
  expect([second, waited]).toEqual([expect.objectContaining({ key: storedFile.key }), true])
})

test('emails of one sender to different people are counted one after the other', async () => {
  const { emails } = emailLimits.reminder.sender
  const reserve = (inner: Ctx, to: string) =>
    reserveEmail(inner, { to, name: 'test.reminder', kind: 'reminder', sender_id: 7 })
  for (let count = 1; count < emails; count += 1) await reserve(system, `person${count}@example.com`)
  const { second } = await inTurn(
    system,
    (inner) => reserve(inner, 'last@example.com'),
    () => reserve(system, 'refused@example.com'),
  )
  expect(second).toMatchObject({ limit: 'sender' })
})

test('one process at a time moves messages, and no other process waits for it', async () => {
  await db.tx((sql) => insertPublication(sql, 'thread:1.1', { n: 1 }))
  const hub = openHub({
    tokens: openRealtimeTokens('a key of this test that signs nothing'),
    epoch: await selectEpoch(app),
  })
  const tried = Promise.withResolvers<void>()
  const watchedDatabase: Database = {
    ...app,
    async tx(run, options) {
      const result = await app.tx(run, options)
      tried.resolve()
      return result
    },
  }
  const { second, waited } = await inTurn(
    system,
    ({ sql }) => sql`select pg_advisory_xact_lock(hashtext('centrifugo_partition_lock_outbox0'))`,
    async () => {
      const stop = await startDelivery(watchedDatabase, hub, silentLog)
      await db.read`select pg_notify('realtime_outbox', '0')`
      await tried.promise
      await stop()
      return (await db.read`select from platform.realtime_outbox`).length
    },
  )
  expect([second, waited]).toEqual([1, false])
})
