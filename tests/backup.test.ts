import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listWal } from '#platform/backup/archive.ts'
import { type Cluster, chooseCluster } from '#platform/backup/cluster.ts'
import { receiveWal } from '#platform/backup/receive-wal.ts'
import { openBackups } from '#platform/backup/settings.ts'
import { lockBackups, withWholeDatabase } from '#platform/backup/whole-database.ts'
import { type RunningServer, startPostgres, stopPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import { readBackupEnv } from '#platform/env.ts'
import { openFiles } from '#platform/files/files.ts'
import { openServerFolder } from '#platform/testing/own-servers.ts'
import { findPrograms } from '#platform/testing/programs.ts'
import { asAdmin } from '#platform/testing/server.ts'
import { runCommand } from '#web/commands/run-command.ts'

const programs = await findPrograms()

// The drill of scripts/drill.ts in short. It needs its own PostgreSQL, because the tests' server writes no WAL to
// restore from.
describe.skipIf(programs === null)('backup and restore', { timeout: 120_000 }, () => {
  let folder = ''
  let server: RunningServer
  let settings: Record<string, string | undefined> = {}
  const moments: Date[] = []
  const onServer = <T>(work: (sql: postgres.Sql) => Promise<T>) => asAdmin(server.url, work)
  /** An instant in milliseconds at which nothing changed. */
  const moment = () =>
    onServer(async (sql) => {
      await sql`select pg_sleep(0.01)`
      const [row] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
      await sql`select pg_sleep(0.01)`
      return row!.at
    })
  const newestCluster = () => chooseCluster(openBackups(readBackupEnv(settings)), null)
  let cluster: Cluster
  const addNote = (text: string) => onServer((sql) => sql`insert into public.drill (note) values (${text})`)
  const files = () => openFiles({ folder: join(settings.DATA_DIR!, 'files') })
  const addFile = (text: string) =>
    files().put({ bytes: Buffer.from(text), content_type: 'text/plain', folder: 'drill', limit_bytes: 1_000 })

  async function waypost(args: string[], changed: Record<string, string> = {}) {
    const [printed, warned]: [string[], string[]] = [[], []]
    const print = (line: string) => printed.push(line)
    const warn = (line: string) => warned.push(line)
    const code = await runCommand(args, { settings: { ...settings, ...changed }, folder, print, warn })
    return { code, printed, warned }
  }

  /** Ends the current segment and waits until the archive has it. */
  async function archive() {
    const { store } = await newestCluster()
    const segment = await onServer(async (sql) => {
      const [row] = await sql<{ name: string }[]>`select pg_walfile_name(pg_current_wal_lsn()) as name`
      await sql`select pg_switch_wal()`
      return row!.name
    })
    while (!(await listWal(store)).some(({ file }) => file === segment)) await sleep(100)
  }

  beforeAll(async () => {
    folder = await openServerFolder()
    server = await startPostgres({ folder: join(folder, 'original', 'pg'), durable: true })
    settings = {
      DATABASE_URL: server.url,
      DATA_DIR: await mkdtemp(join(tmpdir(), 'waypost-drill-files-')),
      BACKUP_TO: await mkdtemp(join(tmpdir(), 'waypost-drill-backups-')),
      BACKUP_KEY: 'a key of tests that guards nothing at all',
      PG_PROGRAMS: programs!.place,
    }
    await migrate(server.url, resolve('migrations'))
    await onServer((sql) => sql`create table public.drill (note text, file_key text)`)
    await onServer((sql) => sql`insert into platform.installation (installation) values ('drill.example')`)
  }, 120_000)
  afterAll(async () => {
    await stopPostgres(join(folder, 'original', 'pg'))
    for (const place of [folder, settings.DATA_DIR!, settings.BACKUP_TO!])
      await rm(place, { recursive: true, force: true })
  })

  test('restores a moment between two changes: rows, files, quarantine', async () => {
    const stop = new AbortController()
    const receiving = receiveWal({
      backups: openBackups(readBackupEnv(settings)),
      replicationUrl: server.url,
      programs: programs!.place,
      spool: join(settings.DATA_DIR!, 'wal'),
      signal: stop.signal,
      onTrouble: () => {},
    })
    const { key } = await addFile('of a student')
    await onServer((sql) => sql`insert into public.drill (note, file_key) values ('first', ${key})`)
    expect(await waypost(['backup'])).toMatchObject({ code: 0, warned: [] })
    await addNote('second')
    moments.push(await moment())
    await addNote('third')
    await archive()
    // The store loses a file, and gains one that the restored rows do not name.
    await files().remove(key)
    const laterFile = await addFile('later')
    const into = join(folder, 'copy', 'pg', 'cluster')
    await mkdir(join(folder, 'copy', 'pg'), { recursive: true })
    const at = ['--at', moments[0]!.toISOString()]
    const compared = await waypost(['restore', '--into', join(folder, 'compared'), ...at])
    expect(compared).toMatchObject({ code: 0, warned: [] })
    expect(compared.printed.join('\n')).toContain('1 named by rows, 0 put back, 1 missing, 1 that no row names')
    await expect(files().open(key)).rejects.toThrow('FILE_NOT_FOUND')
    const restored = await waypost(['restore', '--into', into, ...at, '--files'])
    expect(restored).toMatchObject({ code: 0, warned: [] })
    expect(restored.printed.join('\n')).toContain('1 named by rows, 1 put back, 0 missing, 1 that no row names')
    await files().remove(laterFile.key)
    const copy = await startPostgres({ folder: join(folder, 'copy', 'pg'), durable: true })
    try {
      const [notes, owner] = await asAdmin(copy.url, (sql) =>
        Promise.all([
          sql`select note from public.drill order by 1`,
          sql`select installation, restored_at is not null as restored from platform.installation`,
        ]),
      )
      expect(notes).toEqual([{ note: 'first' }, { note: 'second' }])
      expect(owner).toEqual([{ installation: 'drill.example', restored: true }])
      expect((await waypost(['backup'], { DATABASE_URL: copy.url })).warned).toEqual([
        expect.stringContaining('is a restored copy'),
      ])
      const receiver = await waypost(['backup', '--wal'], { DATABASE_URL: copy.url })
      expect(receiver).toMatchObject({ code: 1, printed: [], warned: [expect.stringContaining('is a restored copy')] })
      const slots = await asAdmin(copy.url, (sql) => sql`select slot_name from pg_replication_slots`)
      expect(slots).toEqual([])
      const backups = await asAdmin(server.url, (sql) => sql`select files, lacks from platform.backup`)
      expect(backups.length).toBeGreaterThan(0)
      expect((await waypost(['files'], { DATABASE_URL: copy.url })).code).toBe(0)
    } finally {
      await stopPostgres(join(folder, 'copy', 'pg'))
    }
    await addNote('fourth')
    await archive()
    moments.push(await moment())
    await addNote('fifth')
    await archive()
    stop.abort()
    await receiving
  })

  test.each([
    [
      'another key',
      ['--into', 'new'],
      { BACKUP_KEY: 'another key that is long enough for it' },
      /BACKUP_KEY is not the key/,
    ],
    [
      'a moment before the first backup',
      ['--into', 'new', '--at', '2001-01-01T00:00:00Z'],
      {},
      /before the end of the first backup/,
    ],
    [
      'a moment after the archive',
      ['--into', 'new', '--at', '2101-01-01T00:00:00Z'],
      {},
      /the archive ends at .*, before 2101/,
    ],
    ['a folder that is not empty', ['--into', 'original'], {}, /original is not empty/],
    ['a store without backups', ['--into', 'new'], { BACKUP_TO: '/nonexistent/waypost' }, /there is no backup in/],
    [
      'a server of another version',
      ['--into', 'new'],
      { PG_PROGRAMS: '/nonexistent' },
      /postgres is missing: install PostgreSQL 18/,
    ],
  ])('refuses %s with a message, and leaves no cluster', async (_, args, changed, sentence) => {
    const { code, printed, warned } = await waypost(['restore', ...args], changed)
    expect([code, printed, warned]).toEqual([1, [], [expect.stringMatching(sentence)]])
    expect((await readdir(folder)).filter((name) => name.startsWith('new'))).toEqual([])
  })

  test('refuses a time without a zone, and a time without a target folder', async () => {
    expect(await waypost(['restore', '--into', 'new', '--at', '2026-11-27 16:00'])).toMatchObject({
      code: 2,
      printed: [],
    })
    for (const option of [['--at', '2026-11-27T16:00:00Z'], ['--files'], ['--cluster', '7']])
      expect(await waypost(['restore', ...option])).toMatchObject({ code: 2, printed: [] })
  })

  test('refuses a time after a gap in the WAL, restores earlier ones, and lists the gap', async () => {
    const { store } = await newestCluster()
    const wal = await listWal(store)
    const segment = wal.at(-2)!
    await store.remove(segment.name)
    const { code, warned } = await waypost(['restore', '--into', 'new', '--at', moments[1]!.toISOString()])
    expect([code, warned]).toEqual([
      1,
      [expect.stringMatching(new RegExp(`gap before ${wal.at(-1)!.file}: it ends at .*, before`))],
    ])
    const [row] = JSON.parse((await waypost(['backup', '--list', '--json'])).printed.join(''))
    expect(row).toMatchObject({ gap: wal.at(-1)!.file, files: 1, files_failed: 0 })
    const before = await waypost(['restore', '--into', join(folder, 'before'), '--at', moments[0]!.toISOString()])
    expect(before).toMatchObject({ code: 0, warned: [] })
  })

  test('refuses a second backup of the database while one runs', async () => {
    await withWholeDatabase(server.url, async (sql) => {
      await lockBackups(sql)
      const { code, warned } = await waypost(['backup'])
      expect([code, warned]).toEqual([1, ['another backup of this database is running']])
    })
    expect((await waypost(['backup'])).code).toBe(0)
  })

  test('a file that cannot be copied ends the backup with exit code 1, and is listed', async () => {
    const { key } = await addFile('that will not be copied')
    const path = join(settings.DATA_DIR!, 'files', key)
    await rm(`${path}.type`)
    await mkdir(`${path}.type`)
    const { code, printed, warned } = await waypost(['backup'])
    expect([code, warned]).toEqual([1, [`not copied: ${key}`, expect.stringContaining('the backup lacks these files')]])
    expect(printed.at(-1)).toContain('removed: ')
    const rows = JSON.parse((await waypost(['backup', '--list', '--json'])).printed.join(''))
    expect(rows.at(-1)).toMatchObject({ files_failed: 1 })
    await rm(`${path}.type`, { recursive: true })
    await rm(path)
  })

  test('the backups of a second cluster leave those of the first unchanged', async () => {
    cluster = await newestCluster()
    const before = await cluster.store.list('')
    const place = join(folder, 'second', 'pg')
    const second = await startPostgres({ folder: place, durable: true })
    try {
      await asAdmin(second.url, async (sql) => {
        await sql`create schema platform`
        await sql`create table platform.installation (installation text, restored_at timestamptz)`
      })
      const mixed = await waypost(['backup'], { DATABASE_URL: second.url, BACKUP_DATABASE_URL: server.url })
      expect(mixed.warned).toEqual(['BACKUP_DATABASE_URL is another cluster than DATABASE_URL'])
      expect(await waypost(['backup'], { DATABASE_URL: second.url })).toMatchObject({ code: 0, warned: [] })
    } finally {
      await stopPostgres(place)
    }
    expect(await cluster.store.list('')).toEqual(before)
    const other = await newestCluster()
    expect([other.bases.length, other.system_id === cluster.system_id]).toEqual([1, false])
    const at = ['--at', moments[0]!.toISOString()]
    const { code, warned } = await waypost(['restore', '--into', 'new', ...at])
    expect([code, warned]).toEqual([1, [expect.stringContaining('before the end of the first backup')]])
    const restoration = await waypost([
      'restore',
      '--into',
      join(folder, 'chosen'),
      ...at,
      '--cluster',
      cluster.system_id,
    ])
    expect(restoration).toMatchObject({ code: 0, warned: [] })
  })

  test('a damaged part of a backup is refused', async () => {
    const { store, system_id } = cluster
    const part = (await store.list('base/')).find((name) => name.endsWith('/000000'))!
    const bytes = (await store.get(part))!
    bytes[bytes.length - 20]! ^= 1
    await writeFile(join(settings.BACKUP_TO!, 'cluster', system_id, part), bytes)
    const at = ['--at', moments[0]!.toISOString()]
    const { code, warned } = await waypost(['restore', '--into', 'new', ...at, '--cluster', system_id])
    expect([code, warned]).toEqual([1, [expect.stringContaining(`${part} is damaged`)]])
    expect(await readdir(join(folder, 'new'))).toEqual([])
  })
})
