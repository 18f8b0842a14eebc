import postgres from 'postgres'
import { expect, test } from 'vitest'
import { scopeText } from '#platform/db/scope.ts'
import { openAuditLog, secret } from '#tests/fixtures/platform/audit-log.ts'
import { sealEvents } from './seal.ts'

const auditLog = await openAuditLog()
const { db } = auditLog
let organizations = 100
const newOrganization = () => ++organizations
const seal = (signal?: AbortSignal) => sealEvents(auditLog.ctxOf(0), signal)
const reportOf = async (organization_id: number) =>
  (await auditLog.verify()).find((report) => report.organization_id === organization_id)
const unsealedCount = async () => (await db.read`select from platform.audit_unsealed`).length

test('each organization has its own chain in the order of its events, and every chain is valid', async () => {
  const [single, two] = [newOrganization(), newOrganization()]
  const first = await auditLog.write(single, 3)
  await auditLog.write(two, 2)
  await auditLog.write(single, 1)
  expect(await seal()).toBe(6)
  expect(await reportOf(single)).toMatchObject({ sealed: 4, broken: null })
  expect(await reportOf(two)).toMatchObject({ sealed: 2, broken: null })
  const seals = await db.read<{ audit_event_id: number }>`
    select audit_event_id from platform.audit_seal where organization_id = ${single} order by position`
  expect(seals.slice(0, 3).map(({ audit_event_id }) => audit_event_id)).toEqual(first)
  expect(await seal()).toBe(0)
})

test("system events are in the server's own chain", async () => {
  await auditLog.ctxOf(0).audit({ action: 'test.operation' })
  await db.read`insert into platform.audit_event (organization_id, action, actor_kind) values (0, 'test.without', 'system')`
  await seal()
  expect(await reportOf(0)).toMatchObject({ sealed: 2, broken: null })
})

test('an event of a running operation is sealed in the next round, and none is skipped', async () => {
  const organization_id = newOrganization()
  let commit = () => {}
  let markWritten = () => {}
  const wrotePromise = new Promise<void>((resolve) => {
    markWritten = resolve
  })
  const lateTransaction = auditLog.ctxOf(organization_id).tx(async (inner) => {
    await inner.audit({ action: 'test.late' })
    markWritten()
    await new Promise<void>((resolve) => {
      commit = resolve
    })
  })
  await wrotePromise
  await auditLog.write(organization_id, 2)
  await seal()
  expect(await reportOf(organization_id)).toMatchObject({ sealed: 2, broken: null })
  commit()
  await lateTransaction
  await seal()
  expect(await reportOf(organization_id)).toMatchObject({ sealed: 3, broken: null })
})

test('a rolled-back operation leaves no event and no position in the chain', async () => {
  const organization_id = newOrganization()
  await expect(
    auditLog.ctxOf(organization_id).tx(async (inner) => {
      await inner.audit({ action: 'test.undone' })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await auditLog.write(organization_id, 1)
  await seal()
  expect(await reportOf(organization_id)).toMatchObject({ sealed: 1, broken: null })
})

test('events that arrive while several sealers run are all sealed once', async () => {
  const [first, two] = [newOrganization(), newOrganization()]
  const writers = [first, two, first, two].map((organization_id) => auditLog.write(organization_id, 60))
  const sealers = Array.from({ length: 4 }, async () => {
    for (let round = 0; round < 15; round += 1) await seal()
  })
  await Promise.all([...writers, ...sealers])
  await seal()
  expect(await reportOf(first)).toMatchObject({ sealed: 120, broken: null })
  expect(await reportOf(two)).toMatchObject({ sealed: 120, broken: null })
  expect(await unsealedCount()).toBe(0)
})

test('a sealer that dies midway has sealed nothing of its batch, and the next one seals it', async () => {
  const organization_id = newOrganization()
  await auditLog.write(organization_id, 5)
  const ctx = auditLog.ctxOf(0)
  const dying = {
    ...ctx,
    tx: <T>(operation: (inner: typeof ctx) => Promise<T>) =>
      ctx.tx(async (inner) => {
        await operation(inner)
        await inner.sql`select pg_terminate_backend(pg_backend_pid())`
        return undefined as T
      }),
  }
  await expect(sealEvents(dying)).rejects.toThrow()
  expect(await unsealedCount()).toBe(5)
  expect(await seal()).toBe(5)
  expect(await reportOf(organization_id)).toMatchObject({ sealed: 5, broken: null })
})

test('a stopped sealer leaves the rest to the next one', async () => {
  const organization_id = newOrganization()
  await auditLog.write(organization_id, 1)
  expect(await seal(AbortSignal.abort())).toBe(0)
  expect(await seal()).toBe(1)
})

test('more events than one batch are sealed in one round', async () => {
  const organization_id = newOrganization()
  await db.read`
    insert into platform.audit_event (organization_id, action, actor_kind)
    select ${organization_id}::int, 'test.many', 'system' from generate_series(1, 2500)`
  expect(await seal()).toBe(2500)
  expect(await reportOf(organization_id)).toMatchObject({ sealed: 2500, broken: null })
})

test('a forged pending marker cannot seal an event twice, or in another chain', async () => {
  const [first, two] = [newOrganization(), newOrganization()]
  const [event] = await auditLog.write(first, 1)
  await seal()
  await db.read`insert into platform.audit_unsealed values (${first}, ${event!}), (${two}, ${event!})`
  expect(await seal()).toBe(0)
  expect(await reportOf(first)).toMatchObject({ sealed: 1, broken: null })
  expect(await reportOf(two)).toBeUndefined()
})

test('old and new seals verify after a secret change, and a missing old secret is reported', async () => {
  const organization_id = newOrganization()
  await auditLog.write(organization_id, 2)
  await seal()
  await auditLog.write(organization_id, 2)
  const newer = 'another secret of this test file, long too'
  await sealEvents(auditLog.ctxOf(0, newer))
  const find = (reports: Awaited<ReturnType<typeof auditLog.verify>>) =>
    reports.find((report) => report.organization_id === organization_id)
  expect(find(await auditLog.verify([newer, secret]))).toMatchObject({ sealed: 4, broken: null })
  expect(find(await auditLog.verify())).toMatchObject({ sealed: 2, broken: { fault: 'key unknown', position: 3 } })
})

test("the server's role writes and reads the audit log, and cannot change it", async () => {
  const organization_id = newOrganization()
  await auditLog.write(organization_id, 1)
  await seal()
  const sql = postgres(auditLog.url, { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    await sql`set role waypost_app`
    await sql`select set_config('waypost.scope', ${scopeText('all')}, false)`
    expect(await sql`select from platform.audit_seal where organization_id = ${organization_id}`).toHaveLength(1)
    for (const table of ['platform.audit_event', 'platform.audit_seal']) {
      await expect(sql`update ${sql(table)} set organization_id = 1`).rejects.toThrow('permission denied')
      await expect(sql`delete from ${sql(table)}`).rejects.toThrow('permission denied')
      await expect(sql`truncate ${sql(table)}`).rejects.toThrow('permission denied')
    }
    await expect(sql`alter table platform.audit_event disable trigger user`).rejects.toThrow('must be owner')
  } finally {
    await sql.end()
  }
})

test("the tables' owner is refused as well while their triggers are enabled", async () => {
  for (const table of ['audit_event', 'audit_seal']) {
    const name = db.read(`platform.${table}`)
    await expect(db.read`update ${name} set organization_id = 1`).rejects.toThrow(
      new RegExp(`^${table}\\w* is append-only`),
    )
    await expect(db.read`delete from ${name}`).rejects.toThrow(new RegExp(`^${table}\\w* is append-only`))
    await expect(db.read`truncate ${name}`).rejects.toThrow(new RegExp(`^${table}\\w* is append-only`))
  }
})
