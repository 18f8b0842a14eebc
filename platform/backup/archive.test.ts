import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { findVersityGateway, startVersityGateway } from '#platform/testing/versitygw.ts'
import { startS3Simulator } from '#simulators/s3/simulator.ts'
import {
  type Base,
  baseFile,
  filesFile,
  listBases,
  listWal,
  partFile,
  segmentAt,
  stampOf,
  walAfter,
  walFile,
} from './archive.ts'
import { type Backups, chooseCluster, findClusters, listCluster, openCluster } from './cluster.ts'
import { explainFull } from './refused.ts'
import { removeOld } from './retention.ts'
import { openBackupStore } from './store.ts'
import { openVault } from './vault.ts'

const segment_bytes = 16 * 1024 * 1024
const bucket = await startS3Simulator()
const binary = await findVersityGateway()
const gateway = binary ? await startVersityGateway(binary) : null
const folder = await mkdtemp(join(tmpdir(), 'waypost-archive-'))
afterAll(() => Promise.all([bucket.close(), gateway?.close(), rm(folder, { recursive: true, force: true })]))

const vault = openVault('a key of tests that guards nothing at all')
const day = (n: number, hour = 0) => new Date(Date.UTC(2026, 0, n, hour))
const segment = (n: number, timeline = 1) =>
  `0000000${timeline}00000000${n.toString(16).padStart(8, '0').toUpperCase()}`

/** A base backup from segment n to n + 1, made on that day within an hour. */
const baseOf = (n: number): Base => ({
  id: stampOf(day(n)),
  started_at: day(n).toISOString(),
  ended_at: day(n, 1).toISOString(),
  start_lsn: `0/${(n * segment_bytes).toString(16)}`,
  end_lsn: `0/${((n + 1) * segment_bytes).toString(16)}`,
  segment_bytes,
  system_id: '7',
  server_version: '18.4',
  product_version: '1.0.0',
  installation: 'waypost.example',
  database: 'waypost',
  login: 'waypost',
  parts: 1,
  bytes: 1,
})

async function addBase({ store, vault }: Backups, n: number, files: readonly string[]) {
  const base = baseOf(n)
  const list = JSON.stringify({ keys: files, failed: [] })
  await store.put(partFile(base.id, 0), vault.seal(partFile(base.id, 0), Buffer.from('part')))
  await store.put(filesFile(base.id), vault.seal(filesFile(base.id), gzipSync(list)))
  await store.put(baseFile(base.id), vault.seal(baseFile(base.id), Buffer.from(JSON.stringify(base))))
}

const stores = {
  'a folder': (name: string) => openBackupStore(join(folder, name), null),
  'a bucket': (name: string) => openBackupStore(`s3://${bucket.settings.bucket}/${name}/`, bucket.settings),
  ...(gateway && {
    versitygw: (name: string) => openBackupStore(`s3://${gateway.settings.bucket}/${name}/`, gateway.settings),
  }),
}

describe.each(Object.entries(stores))('in %s', (_, open) => {
  test('objects are stored, listed by prefix over several pages, read and removed', async () => {
    const store = open('objects')
    for (const n of [1, 2, 3, 4, 5, 6, 7]) await store.put(`wal/${n}`, Buffer.from(`${n}`))
    await store.put('base/x/base.json', Buffer.from('x'))
    expect(await store.list('wal/')).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `wal/${n}`))
    expect((await store.get('wal/3'))?.toString()).toBe('3')
    await store.remove('wal/3')
    expect([await store.get('wal/3'), (await store.list('wal/')).length]).toEqual([null, 6])
    expect(await store.list('nothing/')).toEqual([])
  })

  test('retention keeps every moment of the last days, and removes what none of them needs', async () => {
    const store = open('retention')
    const now = day(20)
    for (const n of [2, 4, 6, 12, 18]) await addBase({ store, vault }, n, n < 6 ? ['drill/old'] : ['drill/kept'])
    for (const n of [1, 5, 6, 7, 19]) await store.put(walFile(segment(n), day(n, 2)), Buffer.from('wal'))
    for (const name of ['files/drill/old', 'files/drill/old.000001', 'files/drill/old.000002'])
      await store.put(name, Buffer.from('old'))
    for (const name of ['files/drill/kept', 'files/drill/kept.000001']) await store.put(name, Buffer.from('kept'))
    // One backup that never ended, and one that is running.
    await store.put(partFile(stampOf(day(9)), 0), Buffer.from('part'))
    await store.put(partFile(stampOf(day(19, 23)), 0), Buffer.from('part'))
    await removeOld({ store, vault }, 10, now)
    // January 10 is the oldest instant to restore, and the backup of January 6 is the newest before it.
    expect((await listBases(store, vault)).map(({ id }) => id)).toEqual([6, 12, 18].map((n) => stampOf(day(n))))
    expect((await listWal(store)).map(({ file }) => file)).toEqual([6, 7, 19].map((n) => segment(n)))
    expect(await store.list('files/')).toEqual(['files/drill/kept', 'files/drill/kept.000001'])
    expect(await store.list(`base/${stampOf(day(9))}`)).toEqual([])
    expect(await store.list(`base/${stampOf(day(19, 23))}`)).toHaveLength(1)
    expect(await removeOld({ store, vault }, 10, now)).toBe(0)
  })

  test('two clusters of a store have separate backups, WAL and retention', async () => {
    const backups = { store: open('clusters'), vault }
    const [formerBackups, current] = [openCluster(backups, '7000'), openCluster(backups, '7001')]
    // The new cluster begins its WAL again: its first segments have the same numbers as those of the previous one.
    await listCluster(backups, '7000')
    for (const n of [2, 4]) await addBase(formerBackups, n, ['drill/former'])
    for (const n of [2, 3, 4, 5]) await formerBackups.store.put(walFile(segment(n), day(n, 2)), Buffer.from('wal'))
    await formerBackups.store.put('files/drill/former', Buffer.from('former'))
    await listCluster(backups, '7001')
    for (const n of [12, 18]) await addBase(current, n, [])
    for (const n of [3, 4, 5, 12, 13]) await current.store.put(walFile(segment(n), day(n + 8, 2)), Buffer.from('wal'))
    expect((await findClusters(backups)).map(({ system_id }) => system_id)).toEqual(['7001', '7000'])
    await removeOld(await chooseCluster(backups, null), 1, day(20))
    const files = async (store: Backups['store']) => (await listWal(store)).map(({ file }) => file)
    expect(await files(current.store)).toEqual([])
    expect(await files(formerBackups.store)).toEqual([2, 3, 4, 5].map((n) => segment(n)))
    const { bases, store, system_id } = await chooseCluster(backups, '7000')
    expect([system_id, bases.map(({ id }) => id)]).toEqual(['7000', [2, 4].map((n) => stampOf(day(n)))])
    expect(await store.list('files/')).toEqual(['files/drill/former'])
    expect(walAfter(bases[0]!, bases, await listWal(store), null)).toMatchObject({ gap: null, until: day(5, 2) })
  })

  test('refuses a cluster without a backup, and an object of another cluster', async () => {
    const backups = { store: open('refused'), vault }
    const [first, other] = [openCluster(backups, '7000'), openCluster(backups, '7001')]
    await listCluster(backups, '7001')
    await expect(chooseCluster(backups, null)).rejects.toThrow(/^there is no backup in /)
    await expect(chooseCluster(backups, '7000')).rejects.toThrow(/^there is no backup of the cluster 7000 in /)
    await expect(chooseCluster(backups, '../7000')).rejects.toThrow('../7000 is not a system identifier')
    await addBase(first, 2, [])
    const name = baseFile(baseOf(2).id)
    await other.store.put(name, (await first.store.get(name))!)
    await expect(chooseCluster(backups, '7001')).rejects.toThrow(`cluster/7001/${name} is damaged`)
  })
})

test('reports that the store refuses the key', async () => {
  const store = openBackupStore('s3://waypost-test/x', { ...bucket.settings, secret_access_key: 'another' })
  await expect(store.list('wal/')).rejects.toThrow('s3://waypost-test/x answers 403 SignatureDoesNotMatch')
})

test('a full disk is reported in a sentence, and other errors are unchanged', () => {
  const [full, other] = [Object.assign(new Error('write'), { code: 'ENOSPC' }), new Error('other')]
  expect(explainFull(full, '/backups')).toMatchObject({ message: 'the disk of /backups is full' })
  expect(explainFull(other, '/backups')).toBe(other)
})

test('an object opens only with its key and under its name', () => {
  const ciphertext = vault.seal('base/1/000000', Buffer.from('rows'))
  expect(vault.open('base/1/000000', ciphertext).toString()).toBe('rows')
  expect(ciphertext.includes('rows')).toBe(false)
  expect(() => vault.open('base/1/000001', ciphertext)).toThrow('base/1/000001 is damaged, or BACKUP_KEY')
  expect(() => openVault('another key that is long enough for it').open('base/1/000000', ciphertext)).toThrow(
    'BACKUP_KEY',
  )
  expect(() => vault.open('base/1/000000', Buffer.from('short'))).toThrow('is not an object of a backup')
})

test('an LSN lies in the segment that bears its number, also beyond four gigabytes', () => {
  expect(segmentAt('0/3000028', segment_bytes)).toBe(3)
  expect(segmentAt('2/10000A0', segment_bytes)).toBe(513)
})

test('the WAL follows a change of the timeline, and goes no further than the requested time', () => {
  const bases = [baseOf(2), baseOf(8)]
  const stored = (n: number, timeline = 1) => ({
    name: walFile(segment(n, timeline), day(n, 2)),
    file: segment(n, timeline),
    stored_at: day(n, 2),
  })
  const history = { name: 'wal/00000002.history.x', file: '00000002.history', stored_at: day(5) }
  const wal = [
    history,
    stored(3),
    stored(4),
    stored(5),
    stored(5, 2),
    stored(6, 2),
    stored(7, 2),
    stored(9, 2),
    stored(11, 2),
  ]
  const byFile = (a: { file: string }, b: { file: string }) => a.file.localeCompare(b.file)
  const segments = walAfter(bases[0]!, bases, wal, null)
  expect([segments.gap, segments.until]).toEqual([segment(9, 2), day(7, 2)])
  expect(segments.files.map(({ file }) => file)).toEqual([
    '00000002.history',
    ...[segment(3), segment(4), segment(5), segment(5, 2), segment(6, 2), segment(7, 2)],
  ])
  const walRun = walAfter(bases[0]!, bases, [...wal, stored(8, 2), stored(10, 2)].sort(byFile), day(4))
  expect([walRun.gap, walRun.files.at(-1)?.file]).toEqual([null, segment(9, 2)])
})
