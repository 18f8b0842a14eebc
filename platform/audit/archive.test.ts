import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openAuditLog, secret } from '#tests/fixtures/platform/audit-log.ts'
import { archiveMonth, listArchives, listMonths, removeArchived, verifyArchives } from './archive.ts'
import { auditKeys } from './key.ts'
import { sealEvents } from './seal.ts'

const { db, ctxOf, write, verify, tamper } = await openAuditLog()
const keys = auditKeys([secret])
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))
let folder = ''
let organization_id = 700
const system = () => ctxOf(0)
const setClock = (day: string) => db.read`update platform.clock set "offset" = ${day}::timestamptz - clock_timestamp()`

/** Events of January and February 2024 and of today, sealed in their month. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waypost-archive-'))
  folders.push(folder)
  organization_id += 1
  for (const [day, events] of [
    ['2024-01-10', 3],
    ['2024-02-10', 2],
  ] as const) {
    await setClock(day)
    await write(organization_id, events)
    await sealEvents(system())
  }
  await db.read`update platform.clock set "offset" = '0'`
  await write(organization_id, 1)
  await sealEvents(system())
})

const ofChain = <T extends { chain: number }>(rows: readonly T[]) =>
  rows.filter(({ chain }) => chain === organization_id)
const months = async (before = '2025-01-01') => ofChain(await listMonths(db.read, before))
const archiveAll = async () => {
  for (const month of await months()) await archiveMonth(system(), month, folder, keys)
  await sealEvents(system())
  return ofChain(await listArchives(db.read))
}
const removeAll = async () => {
  for (const archive of ofChain(await listArchives(db.read))) await removeArchived(system(), archive, folder, keys)
  await sealEvents(system())
}
const report = async () => (await verify()).find((chainReport) => chainReport.organization_id === organization_id)!
const faults = async () => {
  const reasons: (string | null)[] = []
  for await (const { archive, why } of verifyArchives({ sql: db.read, keys }, folder))
    if (archive.chain === organization_id) reasons.push(why)
  return reasons
}
const rows = async () => {
  const [row] = await db.read<{ events: number; seals: number }>`
    select (select count(*)::int from platform.audit_event where organization_id = ${organization_id}) as events,
           (select count(*)::int from platform.audit_seal where organization_id = ${organization_id}) as seals`
  return row!
}

test('offers whole months before the day, and never the newest seal', async () => {
  expect(await months('2024-02-20')).toMatchObject([{ month: '2024-01', from: 1, to: 3 }])
  expect(await months()).toMatchObject([
    { month: '2024-01', from: 1, to: 3 },
    { month: '2024-02', from: 4, to: 5 },
  ])
  expect(await months('2999-01-01')).toHaveLength(2)
})

test('archives hold each event as it was sealed, are recorded in the audit log, and change no row', async () => {
  const before = await rows()
  const archives = await archiveAll()
  expect(archives.map(({ from, to, removed }) => [from, to, removed])).toEqual([
    [1, 3, false],
    [4, 5, false],
  ])
  const [first] = archives
  const bytes = await readFile(join(folder, first!.file_name))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(first!.sha256)
  const lines = gunzipSync(bytes).toString().trim().split('\n')
  expect(JSON.parse(lines[0]!)).toEqual({ format: 'waypost-audit-archive/1', chain: organization_id, from: 1, to: 3 })
  expect(JSON.parse(JSON.parse(lines[1]!).canonical)[3]).toBe('test.operation')
  expect(lines).toHaveLength(4)
  expect(await faults()).toEqual([null, null])
  expect(await rows()).toEqual(before)
  expect(await months()).toEqual([])
})

test('the chain begins after a removal where the last file ends, continues, and holds', async () => {
  await archiveAll()
  await removeAll()
  expect(await rows()).toEqual({ events: 1, seals: 1 })
  expect(await report()).toMatchObject({ sealed: 6, archived: 5, broken: null })
  await write(organization_id, 2)
  await sealEvents(system())
  expect(await report()).toMatchObject({ sealed: 8, archived: 5, broken: null })
  expect(await faults()).toEqual([null, null])
})

test("rows outside removed archives can't be deleted, also after an archive was written", async () => {
  await archiveAll()
  for (const table of ['audit_event', 'audit_seal'])
    await expect(
      db.read.text(`delete from platform.${table} where organization_id = $1`, [organization_id]),
    ).rejects.toThrow('append-only')
  await removeAll()
  for (const table of ['audit_event', 'audit_seal']) {
    await expect(
      db.read.text(`delete from platform.${table} where organization_id = $1`, [organization_id]),
    ).rejects.toThrow('append-only')
    await expect(
      db.read.text(`update platform.${table} set organization_id = 1 where organization_id = $1`, [organization_id]),
    ).rejects.toThrow('append-only')
  }
  expect(await rows()).toEqual({ events: 1, seals: 1 })
})

test('names a file that was changed, cut, exchanged or lost, and does not remove its rows', async () => {
  const [first, second] = await archiveAll()
  const path = join(folder, first!.file_name)
  const original = await readFile(path)
  const text = gunzipSync(original).toString()
  const lines = text.split('\n')
  const brokenFiles: [string, Buffer | null][] = [
    ['event changed', gzipSync(text.replace('thing:1', 'thing:9'))],
    ['seal missing', gzipSync([lines[0], lines[1], lines[3], ''].join('\n'))],
    ['ends at position 2', gzipSync([...lines.slice(0, 3), ''].join('\n'))],
    ["can't be read", original.subarray(0, original.length - 12)],
    ['not an archive of this product', gzipSync(text.replace('waypost-audit-archive/1', 'other/1'))],
    ['archive of another part', await readFile(join(folder, second!.file_name))],
    ['not the file that was recorded', gzipSync(text, { level: 1 })],
    ["can't be read", null],
  ]
  for (const [reason, bytes] of brokenFiles) {
    await (bytes ? writeFile(path, bytes) : rm(path))
    expect(await faults()).toEqual([expect.stringContaining(reason), null])
    await expect(removeArchived(system(), first!, folder, keys)).rejects.toThrow(first!.file_name)
  }
  expect(await rows()).toEqual({ events: 6, seals: 6 })
})

test('a broken chain is not archived and leaves no file', async () => {
  await tamper(`update platform.audit_event set action = 'x' where organization_id = $1 and subject = 'thing:1'`, [
    organization_id,
  ])
  const [january] = await months()
  await expect(archiveMonth(system(), january!, folder, keys)).rejects.toThrow('event changed at position 2')
  expect(ofChain(await listArchives(db.read))).toEqual([])
})

test('a full disk is an error of the archive, and leaves no file', async () => {
  const [january] = await months()
  const beginning = join(folder, 'audit', String(organization_id), '2024-01-1-3.jsonl.gz.part')
  await mkdir(dirname(beginning), { recursive: true })
  await symlink('/dev/full', beginning)
  await expect(archiveMonth(system(), january!, folder, keys)).rejects.toThrow('ENOSPC')
  expect(await readdir(dirname(beginning))).toEqual([])
})

test('a later archive is removed only after the earlier ones', async () => {
  const [first, second] = await archiveAll()
  await expect(removeArchived(system(), second!, folder, keys)).rejects.toThrow('does not begin where')
  expect(await removeArchived(system(), first!, folder, keys)).toBe(3)
  expect(await removeArchived(system(), second!, folder, keys)).toBe(2)
  await expect(removeArchived(system(), second!, folder, keys)).rejects.toThrow('does not begin where')
})

test('a record of an archive that the audit log does not know is a fault', async () => {
  await archiveAll()
  await db.read`
    update platform.audit_archive set sha256 = repeat('0', 64) where chain = ${organization_id} and from_position = 4`
  expect(await faults()).toEqual([null, 'it is not the file that was recorded'])
  expect(await readdir(join(folder, 'audit', String(organization_id)))).toHaveLength(2)
})
