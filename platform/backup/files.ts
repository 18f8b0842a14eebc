import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type postgres from 'postgres'
import { Refusal } from '#platform/errors.ts'
import { fileErrors } from '#platform/files/file-errors.ts'
import type { Files } from '#platform/files/files.ts'
import { filesFile } from './archive.ts'
import type { Backups } from './cluster.ts'
import { partBytes, piecesOf } from './pieces.ts'
import { BackupRefused } from './refused.ts'

const [compress, expand] = [promisify(gzip), promisify(gunzip)]

/** The first part begins with a line that describes the file. It is stored last: without it there is no copy. */
const copyOf = (key: string, part = 0) => `files/${key}${part === 0 ? '' : `.${String(part).padStart(6, '0')}`}`

/** The key of a stored part, the first or another. */
export const keyOfCopy = (name: string): string => name.slice('files/'.length).replace(/\.\d{6}$/, '')

type Description = { content_type: string; bytes: number; parts: number }

/** The files of a base backup; `failed` could not be copied. */
export type FileList = { keys: string[]; failed: string[] }

/** This many failures in a row mean that one of the two stores is unreachable. */
const maxFailures = 20

/** Copies the files that the backups do not have yet, and stores the list of all of them with the base backup. */
export async function backupFiles(files: Files, { store, vault }: Backups, id: string, size = partBytes) {
  const storedKeys = new Set(await store.list('files/'))
  const list: FileList = { keys: [], failed: [] }
  let [copied, failures] = [0, 0]
  for await (const key of files.list()) {
    if (storedKeys.has(copyOf(key))) {
      list.keys.push(key)
      continue
    }
    try {
      // A file that was deleted since the listing does not count as failed.
      if (!(await copyFile(files, { store, vault }, key, size))) continue
      list.keys.push(key)
      copied += 1
      failures = 0
    } catch (error) {
      list.failed.push(key)
      failures += 1
      if (failures === maxFailures) throw error
    }
  }
  const name = filesFile(id)
  await store.put(name, vault.seal(name, await compress(JSON.stringify(list))))
  return { ...list, copied }
}

/** The files that a base backup lists; null if it has no list. */
export async function readFileList({ store, vault }: Backups, id: string): Promise<FileList | null> {
  const name = filesFile(id)
  const ciphertext = await store.get(name)
  return ciphertext && JSON.parse((await expand(vault.open(name, ciphertext))).toString('utf8'))
}

/** Restores a file from the backups; false if they do not have it. Its key contains the hash of its content. */
export async function restoreFile(files: Files, { store, vault }: Backups, key: string): Promise<boolean> {
  const ciphertext = await store.get(copyOf(key))
  if (!ciphertext) return false
  const first = vault.open(copyOf(key), ciphertext)
  const end = first.indexOf('\n')
  const { content_type, bytes, parts } = JSON.parse(first.subarray(0, end).toString('utf8')) as Description
  async function* content() {
    yield first.subarray(end + 1)
    for (let part = 1; part < parts; part++) {
      const name = copyOf(key, part)
      const rest = await store.get(name)
      if (!rest) throw new BackupRefused(`${name} is missing in ${store.place}`)
      yield vault.open(name, rest)
    }
  }
  const folder = key.split('/').length === 4 ? key.split('/')[0] : undefined
  const before = async (path: string) => {
    if (path !== key) throw new BackupRefused(`the copy of ${key} has another content`)
  }
  await files.put({ stream: content(), content_type, limit_bytes: bytes, before, ...(folder && { folder }) })
  return true
}

/** False if the file is gone. */
async function copyFile(files: Files, { store, vault }: Backups, key: string, size: number): Promise<boolean> {
  const file = await openIfPresent(files, key)
  if (!file) return false
  let first = Buffer.alloc(0)
  let [parts, bytes] = [0, 0]
  for await (const piece of piecesOf(file.stream, size)) {
    if (parts === 0) first = Buffer.from(piece)
    else await store.put(copyOf(key, parts), vault.seal(copyOf(key, parts), piece))
    parts += 1
    bytes += piece.length
  }
  if (bytes !== file.size) throw new BackupRefused(`${key} ended after ${bytes} of ${file.size} bytes`)
  const description: Description = { content_type: file.content_type, bytes, parts }
  const packed = Buffer.concat([Buffer.from(`${JSON.stringify(description)}\n`), first])
  await store.put(copyOf(key), vault.seal(copyOf(key), packed))
  return true
}

async function openIfPresent(files: Files, key: string) {
  try {
    return await files.open(key)
  } catch (error) {
    if (error instanceof Refusal && error.kind.code === fileErrors.missing.code) return null
    throw error
  }
}

/** `unnamed`: files that no row names, such as those of rows that were made after the moment of a restore. */
export type FileDifference = { named: number; missing: string[]; unnamed: string[] }

/** Compares the files that rows name with the stored ones, in both directions. */
export async function compareFiles(sql: postgres.Sql, files: Files): Promise<FileDifference> {
  const fileNames = await namedFiles(sql)
  const storedKeys = new Set<string>()
  for await (const key of files.list()) storedKeys.add(key)
  const missing = [...fileNames].filter((key) => !storedKeys.has(key) && !storedKeys.has(withoutFolder(key)))
  const namedKeys = new Set([...fileNames].map(withoutFolder))
  const unnamed = [...storedKeys].filter((key) => !fileNames.has(key) && !namedKeys.has(key))
  return { named: fileNames.size, missing: missing.sort(), unnamed: unnamed.sort() }
}

/** In an address, the text before a key may look like its folder. */
const withoutFolder = (key: string) => key.split('/').slice(-3).join('/')

const keyPattern = '(?:[a-z0-9-]{1,64}/)?[0-9a-f]{2}/[0-9a-f]{2}/[0-9a-f]{64}'

/** Rows that remember files after these were deleted. */
const excludedTables = ['platform.audit_event', 'platform.file_claim', 'queue.job']

/** Every key in a column of texts, found by its form, so that no new column is forgotten; deleted rows name none. */
async function namedFiles(sql: postgres.Sql): Promise<Set<string>> {
  const columns = await sql<{ name: string; columns: string[]; live: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      json_agg(format('%I', a.attname)) filter (where t.typname in ('text', 'jsonb', 'json', '_text', 'varchar')) as columns,
      coalesce(string_agg(case a.attname when 'deleted_at' then 'deleted_at is null' when 'expires_at' then
        '(expires_at is null or expires_at > now())' end, ' and '), 'true') as live
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'
      and n.nspname || '.' || c.relname <> all (string_to_array(${excludedTables.join()}, ','))
    group by 1 having bool_or(t.typname in ('text', 'jsonb', 'json', '_text', 'varchar')) order by 1`
  const keys = new Set<string>()
  for (const table of columns) {
    const texts = table.columns.map((column) => `${column}::text`).join(", ' ', ")
    const rows = await sql.unsafe<{ key: string }[]>(
      `select distinct found[1] as key from ${table.name}, regexp_matches(concat(${texts}), '${keyPattern}', 'g') found
       where ${table.live}`,
    )
    for (const { key } of rows) keys.add(key)
  }
  return keys
}
