import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { beforeAll, expect, test, vi } from 'vitest'
import { openAuditLog, secret } from '#tests/fixtures/platform/audit-log.ts'
import { until } from '#tests/fixtures/platform/queue.ts'
import { sealEvents } from './seal.ts'

// These tests start real processes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const auditLog = await openAuditLog()
const { db } = auditLog
const stop = 4_711
let organization_id = 900

/** Blocks the writer of the seal at `position` until the test releases it. */
beforeAll(async () => {
  await db.read`create schema trial`
  await db.read`select platform.open_schema('trial')`
  await db.read`create table trial.stop (organization_id int, position int)`
  await db.read`grant select on trial.stop to waypost_app`
  await db.read.text(`
    create function trial.wait() returns trigger language plpgsql as $$
    begin
      if exists (select from trial.stop s where s.organization_id = new.organization_id and s.position = new.position) then
        perform pg_advisory_xact_lock_shared(${stop});
      end if;
      return new;
    end $$`)
  await db.read`create trigger trial_wait before insert on platform.audit_seal for each row execute function trial.wait()`
})

const write = (events: number) => db.read`
  insert into platform.audit_event (organization_id, action, actor_kind)
  select ${organization_id}, 'test.operation', 'system' from generate_series(1, ${events})`
const unsealedCount = async () =>
  (await db.read`select from platform.audit_unsealed where organization_id = ${organization_id}`).length
const report = async () => (await auditLog.verify()).find((chain) => chain.organization_id === organization_id) ?? {}
const sealers = () => db.read<{ waits: boolean }>`
  select wait_event = 'advisory' as waits from pg_stat_activity
  where application_name like 'doomed sealer%' and datname = current_database()`
const spawnSealer = () =>
  spawn(process.execPath, [fileURLToPath(new URL('doomed-sealer.ts', import.meta.url)), auditLog.url, secret], {
    stdio: 'inherit',
  })

test.each([
  ['at its first seal', 1, 0],
  ['in the middle of a batch', 700, 0],
  ['at the last seal of a batch', 1_000, 0],
  ['after its first batch', 1_001, 1_000],
])('a sealer killed %s loses no event and seals none twice', async (_when, position, sealedCount) => {
  organization_id += 1
  await write(1_500)
  await db.read`insert into trial.stop values (${organization_id}, ${position})`
  const holder = postgres(auditLog.url, { max: 1, fetch_types: false })
  await holder`select pg_advisory_lock(${stop})`
  const child = spawnSealer()
  const exit = once(child, 'exit')
  await until(async () => (await sealers()).some(({ waits }) => waits))
  child.kill('SIGKILL')
  expect(await exit).toEqual([null, 'SIGKILL'])

  // The database has not noticed the death yet: the lock on the end of the chain is still held.
  expect(await sealEvents(auditLog.ctxOf(0))).toBe(0)
  expect(await unsealedCount()).toBe(1_500 - sealedCount)
  await holder.end()
  await until(async () => (await sealers()).length === 0)

  expect(await unsealedCount()).toBe(1_500 - sealedCount)
  expect(await report()).toMatchObject(sealedCount ? { sealed: sealedCount, broken: null } : {})
  await write(2)
  expect(await sealEvents(auditLog.ctxOf(0))).toBe(1_502 - sealedCount)
  expect(await unsealedCount()).toBe(0)
  expect(await report()).toMatchObject({ sealed: 1_502, broken: null })
})
