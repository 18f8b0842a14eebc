import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Files, openFiles } from '#platform/files/files.ts'
import { backupFiles, readFileList, restoreFile } from './files.ts'
import { openDiskStore } from './store.disk.ts'
import { openVault } from './vault.ts'

const folder = await mkdtemp(join(tmpdir(), 'waypost-backup-files-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const vault = openVault('a key of tests that guards nothing at all')
const open = (name: string) => ({
  files: openFiles({ folder: join(folder, name, 'files') }),
  backups: { store: openDiskStore(join(folder, name, 'backups')), vault },
})
const add = (files: Files, bytes: Uint8Array, subfolder?: string) =>
  files.put({ bytes, content_type: 'video/mp4', limit_bytes: 1_000_000, ...(subfolder && { folder: subfolder }) })
const read = async (files: Files, key: string) => {
  const { stream, content_type } = await files.open(key)
  return { content_type, bytes: Buffer.from(await new Response(stream).arrayBuffer()) }
}

test.each([
  ['several parts', 300_001, 4],
  ['parts without a rest', 200_000, 2],
  ['one part', 10, 1],
  ['no byte', 0, 1],
])('a file of %s is backed up once, and restored unchanged', async (name, length, parts) => {
  const { files, backups } = open(name)
  const bytes = randomBytes(length)
  const { key } = await add(files, bytes, 'drill')
  expect(await backupFiles(files, backups, '1', 100_000)).toEqual({ keys: [key], failed: [], copied: 1 })
  expect(await backups.store.list('files/')).toHaveLength(parts)
  expect(await backupFiles(files, backups, '2', 100_000)).toEqual({ keys: [key], failed: [], copied: 0 })
  await files.remove(key)
  expect(await restoreFile(files, backups, key)).toBe(true)
  expect(await read(files, key)).toEqual({ content_type: 'video/mp4', bytes })
})

test('a file without its first part counts as missing and is copied again; one that lacks another part is refused', async () => {
  const { files, backups } = open('parts')
  const { key } = await add(files, randomBytes(250_000))
  await backupFiles(files, backups, '1', 100_000)
  await backups.store.remove(`files/${key}`)
  expect(await restoreFile(files, backups, key)).toBe(false)
  expect(await backupFiles(files, backups, '2', 100_000)).toMatchObject({ copied: 1 })
  await backups.store.remove(`files/${key}.000002`)
  await files.remove(key)
  await expect(restoreFile(files, backups, key)).rejects.toThrow(`files/${key}.000002 is missing in`)
  await expect(files.open(key)).rejects.toThrow('FILE_NOT_FOUND')
})

test('refuses a copy whose content does not match its key', async () => {
  const { files, backups } = open('content')
  const [file, other] = [await add(files, Buffer.from('one')), await add(files, Buffer.from('other'))]
  await backupFiles(files, backups, '1')
  const copy = backups.vault.open(`files/${file.key}`, (await backups.store.get(`files/${file.key}`))!)
  await backups.store.put(`files/${other.key}`, backups.vault.seal(`files/${other.key}`, copy))
  await files.remove(file.key)
  await expect(restoreFile(files, backups, other.key)).rejects.toThrow('has another content')
  await expect(files.open(file.key)).rejects.toThrow('FILE_NOT_FOUND')
})

test('a file that cannot be read is listed as failed, and the others are copied', async () => {
  const { files, backups } = open('failing')
  const [file, bad] = [await add(files, Buffer.from('good')), await add(files, Buffer.from('bad'))]
  const failing: Files = {
    ...files,
    open: (key) => (key === bad.key ? Promise.reject(new Error('the disk is broken')) : files.open(key)),
  }
  expect(await backupFiles(failing, backups, '1')).toEqual({ keys: [file.key], failed: [bad.key], copied: 1 })
  expect(await readFileList(backups, '1')).toEqual({ keys: [file.key], failed: [bad.key] })
})

test('a file that was deleted after it was listed is neither copied nor missing', async () => {
  const { files, backups } = open('deleted')
  const { key } = await add(files, Buffer.from('deleted'))
  const deletedFiles: Files = {
    ...files,
    async *list() {
      await files.remove(key)
      yield key
    },
  }
  expect(await backupFiles(deletedFiles, backups, '1')).toEqual({ keys: [], failed: [], copied: 0 })
})

test('a store that refuses everything ends the backup of files without a list', async () => {
  const { files, backups } = open('away')
  for (let n = 0; n < 25; n++) await add(files, Buffer.from(`file ${n}`))
  const awayFiles: Files = { ...files, open: () => Promise.reject(new Error('the bucket is away')) }
  await expect(backupFiles(awayFiles, backups, '1')).rejects.toThrow('the bucket is away')
  expect(await readFileList(backups, '1')).toBeNull()
})
