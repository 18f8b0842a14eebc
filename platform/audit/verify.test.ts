import { beforeEach, expect, test } from 'vitest'
import { selectSystemStatus } from '#platform/db/status.sql.ts'
import { openAuditLog } from '#tests/fixtures/platform/audit-log.ts'
import { sealEvents } from './seal.ts'
import { storeVerification } from './store-verification.ts'
import { countWaiting, type Head } from './verify.ts'

const auditLog = await openAuditLog()
const seal = () => sealEvents(auditLog.ctxOf(0))

/** A chain of seven events for each test. */
let organization_id = 500
let events: number[] = []
beforeEach(async () => {
  organization_id += 1
  events = await auditLog.write(organization_id, 7)
  await seal()
})

/** The faults in this test's chain; all other chains must be intact. */
async function broken(heads: Head[] = []) {
  const reports = await auditLog.verify(undefined, heads)
  const report = reports.find((report) => report.organization_id === organization_id)
  return report?.broken && { ...report.broken, sealed: report.sealed }
}
/** A broken chain stays broken, so each test has its own. */
const event = (position: number) => events[position - 1]!

const verified = async () => {
  await storeVerification(auditLog.ctxOf(0))
  return selectSystemStatus(auditLog.db.read)
}

// This test runs first: later ones leave broken chains behind.
test('each verification is stored for the system page, with the first fault', async () => {
  const before = Date.now() - 60_000
  const { audit_verified_at, audit_fault } = await verified()
  expect([audit_fault, Date.parse(audit_verified_at!) > before]).toEqual([null, true])
  await auditLog.tamper(`update platform.audit_event set action = 'x' where audit_event_id = $1`, [event(2)])
  expect((await verified()).audit_fault).toBe('event changed')
  const [row] = await auditLog.db.read`
    select chain, position, events from platform.audit_verification order by audit_verification_id desc limit 1`
  expect(row).toMatchObject({ chain: organization_id, position: 2, events: 1 })
})

test('an untouched chain is valid', async () => {
  expect(await broken()).toBeNull()
})

test.each([
  ['action', "'nothing'"],
  ['at', "at + interval '1 microsecond'"],
  ['actor_user_id', '99'],
  ['viewed_by', '7'],
  ['organization_id', '1'],
  ['subject', 'null'],
  ['before', `'{"n": 100}'`],
  ['after', 'null'],
  ['address', "'10.0.0.1'"],
])('names an event whose %s was changed', async (column, value) => {
  await auditLog.tamper(`update platform.audit_event set ${column} = ${value} where audit_event_id = $1`, [event(3)])
  const lastEvent = { position: 3, audit_event_id: event(3), sealed: 2 }
  expect(await broken()).toMatchObject({ fault: 'event changed', ...lastEvent })
})

test('names the last event of a chain as well', async () => {
  await auditLog.tamper(`update platform.audit_event set action = 'x' where audit_event_id = $1`, [event(7)])
  expect(await broken()).toMatchObject({ fault: 'event changed', position: 7, audit_event_id: event(7) })
})

test('names the first of several changes', async () => {
  await auditLog.tamper(`update platform.audit_event set action = 'x' where audit_event_id = any($1::bigint[])`, [
    [event(6), event(2), event(4)],
  ])
  expect(await broken()).toMatchObject({ fault: 'event changed', position: 2, audit_event_id: event(2) })
})

test('names the first of two swapped events', async () => {
  await auditLog.tamper(
    `update platform.audit_event e set action = o.action, subject = o.subject, before = o.before, after = o.after
     from platform.audit_event o
     where (e.audit_event_id, o.audit_event_id) in (($1::bigint, $2::bigint), ($2::bigint, $1::bigint))`,
    [event(2), event(5)],
  )
  expect(await broken()).toMatchObject({ fault: 'event changed', position: 2, audit_event_id: event(2) })
})

test('names a deleted event by its id', async () => {
  await auditLog.tamper('delete from platform.audit_event where audit_event_id = $1', [event(4)])
  expect(await broken()).toMatchObject({ fault: 'event missing', position: 4, audit_event_id: event(4), sealed: 3 })
})

test.each([
  ['hash', "decode(repeat('ab', 32), 'hex')"],
  ['sealed_at', "sealed_at + interval '1 hour'"],
  ['audit_event_id', 'audit_event_id + 1000000'],
])('names a seal whose %s was changed', async (column, value) => {
  await auditLog.tamper(
    `update platform.audit_seal set ${column} = ${value} where organization_id = $1 and position = 5`,
    [organization_id],
  )
  expect(await broken()).toMatchObject({ position: 5, sealed: 4 })
})

test('names a seal that no longer builds on its predecessor', async () => {
  await auditLog.tamper(
    `update platform.audit_seal set previous_hash = decode(repeat('00', 32), 'hex')
     where organization_id = $1 and position = 5`,
    [organization_id],
  )
  expect(await broken()).toMatchObject({ fault: 'seal changed', position: 5, audit_event_id: event(5) })
})

test('a hash that the next seal does not build on is a fault of the seal, not the event', async () => {
  await auditLog.tamper(
    `update platform.audit_seal set hash = decode(repeat('ab', 32), 'hex')
     where organization_id = $1 and position = 5`,
    [organization_id],
  )
  expect(await broken()).toMatchObject({ fault: 'seal changed', position: 5 })
})

test.each([1, 4])('reports a gap for a seal deleted from place %i', async (position) => {
  await auditLog.tamper('delete from platform.audit_seal where organization_id = $1 and position = $2', [
    organization_id,
    position,
  ])
  expect(await broken()).toMatchObject({ fault: 'seal missing', position })
})

test('reports a gap for an event deleted with its seal', async () => {
  await auditLog.tamper('delete from platform.audit_event where audit_event_id = $1', [event(4)])
  await auditLog.tamper('delete from platform.audit_seal where audit_event_id = $1', [event(4)])
  expect(await broken()).toMatchObject({ fault: 'seal missing', position: 4, sealed: 3 })
})

test('names the position where a chain shifted over a gap no longer fits', async () => {
  await auditLog.tamper('delete from platform.audit_seal where organization_id = $1 and position = 3', [
    organization_id,
  ])
  for (const position of [4, 5, 6, 7])
    await auditLog.tamper(
      'update platform.audit_seal set position = position - 1 where organization_id = $1 and position = $2',
      [organization_id, position],
    )
  expect(await broken()).toMatchObject({ fault: 'seal changed', position: 3, audit_event_id: event(4) })
})

test('names an event inserted directly that is never sealed', async () => {
  await auditLog.tamper(
    `insert into platform.audit_event (organization_id, action, actor_kind, at)
     values ($1, 'forged', 'system', platform.now() - interval '1 day')`,
    [organization_id],
  )
  await seal()
  const [forgedEvent] = await auditLog.db.read<{ audit_event_id: number }>`
    select audit_event_id from platform.audit_event
    where organization_id = ${organization_id} and action = 'forged'`
  expect(await broken()).toMatchObject({ fault: 'event never sealed', position: null, ...forgedEvent, sealed: 7 })
})

test('names an event whose seal was removed from the end of the chain', async () => {
  await auditLog.tamper('delete from platform.audit_seal where organization_id = $1 and position = 7', [
    organization_id,
  ])
  expect(await broken()).toMatchObject({ fault: 'event never sealed', audit_event_id: event(7), sealed: 6 })
})

test('detects a truncated chain by a head stored elsewhere', async () => {
  const { head } = (await auditLog.verify()).find((report) => report.organization_id === organization_id)!
  await auditLog.tamper('delete from platform.audit_event where audit_event_id = any($1::bigint[])', [events.slice(5)])
  await auditLog.tamper('delete from platform.audit_seal where audit_event_id = any($1::bigint[])', [events.slice(5)])
  expect(await broken()).toBeNull()
  expect(await broken([head!])).toMatchObject({ fault: 'end cut off', position: 6 })
})

test('detects a chain resealed with the right key by a head stored elsewhere', async () => {
  const { head } = (await auditLog.verify()).find((report) => report.organization_id === organization_id)!
  await auditLog.tamper('delete from platform.audit_seal where organization_id = $1', [organization_id])
  await auditLog.tamper(`update platform.audit_event set action = 'x' where audit_event_id = $1`, [event(2)])
  await auditLog.tamper(
    `insert into platform.audit_unsealed
     select organization_id, audit_event_id from platform.audit_event where organization_id = $1`,
    [organization_id],
  )
  await seal()
  expect(await broken()).toBeNull()
  expect(await broken([head!])).toMatchObject({ fault: 'seal changed', position: 7 })
})

test('counts an event that awaits its seal, without a fault', async () => {
  await auditLog.write(organization_id, 2)
  expect(await broken()).toBeNull()
  expect(await countWaiting(auditLog.db.read)).toMatchObject({ events: 2, since: expect.any(Date) })
})
