import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuditLog, secret } from '#tests/fixtures/platform/audit-log.ts'
import { archiveMonth, listArchives, listMonths, removeArchived, verifyArchives } from './archive.ts'
import { auditKeys } from './key.ts'
import { sealEvents } from './seal.ts'
import { type Head, verifyAuditLog } from './verify.ts'

const { db, ctxOf, write } = await openAuditLog()
const keys = auditKeys([secret])
const system = () => ctxOf(0)
const school = 800
const other = 801
const folder = await mkdtemp(join(tmpdir(), 'waypost-archive-proof-'))
afterAll(() => rm(folder, { recursive: true }))

const setClock = (day: string) => db.read`update platform.clock set "offset" = ${day}::timestamptz - clock_timestamp()`
const seal = () => sealEvents(system())

async function archiveChain(chain: number, before: string) {
  for (const month of await listMonths(db.read, before))
    if (month.chain === chain) await archiveMonth(system(), month, folder, keys)
  await seal()
}

async function removeFirst(chain: number) {
  const archive = (await listArchives(db.read)).find((archive) => archive.chain === chain && !archive.removed)
  await removeArchived(system(), archive!, folder, keys)
  await seal()
}

const filesOf = async (heads: readonly Head[] = []) => {
  const results: { chain: number; from: number; to: number; why: string | null }[] = []
  const inArchives: Head[] = []
  for await (const { archive, why, heads: contained } of verifyArchives({ sql: db.read, keys, heads }, folder)) {
    const { chain, from, to } = archive
    results.push({ chain, from, to, why })
    inArchives.push(...contained)
  }
  return { found: results, inArchives }
}

const faults = async (heads: readonly Head[] = [], inArchives: readonly Head[] = []) => {
  const reasons: string[] = []
  for await (const { organization_id, broken } of verifyAuditLog({ sql: db.read, keys, heads, inArchives }))
    if (broken) reasons.push(`${organization_id}: ${broken.fault} at ${broken.position}`)
  return reasons
}

const headOf = async (organization_id: number, position: number): Promise<Head> => {
  const [row] = await db.read<{ hash: string }>`
    select encode(hash, 'hex') as hash from platform.audit_seal
    where organization_id = ${organization_id} and position = ${position}`
  return { organization_id, position, hash: row!.hash }
}

const heads: Head[] = []

/** In March the school's January is moved to a file and its February is copied; the server's March follows in April. */
beforeAll(async () => {
  await setClock('2024-01-10')
  await write(school, 3)
  await write(other, 3)
  await seal()
  heads.push(await headOf(school, 2), await headOf(school, 3))
  await setClock('2024-02-10')
  await write(school, 2)
  await seal()
  await setClock('2024-03-10')
  await archiveChain(school, '2024-03-01')
  await removeFirst(school)
  await setClock('2024-04-10')
  await system().audit({ action: 'test.operation' })
  await seal()
  await archiveChain(0, '2024-04-01')
  await removeFirst(0)
})

test("files are recorded and chains hold after the server's own months were archived and removed", async () => {
  expect((await filesOf()).found).toEqual([
    { chain: 0, from: 1, to: 3, why: null },
    { chain: school, from: 1, to: 3, why: null },
    { chain: school, from: 4, to: 4, why: null },
  ])
  expect(await faults()).toEqual([])
  await removeFirst(school)
  expect((await filesOf()).found.map(({ why }) => why)).toEqual([null, null, null])
  expect(await faults()).toEqual([])
})

test('a head within a removed part is proven by its file alone', async () => {
  expect(await faults([heads[0]!])).toEqual([`${school}: head not proven at 2`])
  const { inArchives } = await filesOf(heads)
  expect(inArchives).toEqual(heads)
  expect(await faults(heads, inArchives)).toEqual([])
  const invalidInput = { ...heads[0]!, hash: 'f'.repeat(64) }
  expect(await faults([invalidInput], (await filesOf([invalidInput])).inArchives)).toEqual([
    `${school}: head not proven at 2`,
  ])
})

test('a record of an archive missing from the server’s chain does not move its start', async () => {
  await db.read`
    insert into platform.audit_archive (chain, from_position, to_position, previous_hash, hash, file_name, sha256, removed_at)
    select organization_id, 1, position, sha256(''), hash, 'x', repeat('0', 64), now() from platform.audit_seal
    where organization_id = ${other} and position = 3`
  await db.read`
    delete from platform.audit_event where audit_event_id in (
      select audit_event_id from platform.audit_seal where organization_id = ${other} and position <= 3)`
  await db.read`delete from platform.audit_seal where organization_id = ${other} and position <= 3`
  expect(await faults()).toEqual([`${other}: beginning not proven at 3`])
  // Removing a part of the server's chain does not add records that never existed.
  await setClock('2024-05-10')
  await system().audit({ action: 'test.operation' })
  await seal()
  await archiveChain(0, '2024-05-01')
  await removeFirst(0)
  expect(await faults()).toEqual([`${other}: beginning not proven at 3`])
})
