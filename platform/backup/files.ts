import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type postgres from 'postgres'
import type { Files } from '#platform/files/files.ts'
import { filesFile } from './archive.ts'
import type { BackupStore } from './backup-store.ts'
import type { Vault } from './vault.ts'

const [compress, expand] = [promisify(gzip), promisify(gunzip)]

const copyOf = (key: string) => `files/${key}`

/** Copies the files that the backups do not have yet, and stores the list of all of them with the base backup. */
export async function backupFiles(files: Files, store: BackupStore, vault: Vault, id: string) {
  const there = new Set(await store.list('files/'))
  const keys: string[] = []
  let copied = 0
  for await (const key of files.list()) {
    if (!there.has(copyOf(key))) {
      // A file that was deleted since the listing is none.
      const content = await readWhole(files, key)
      if (!content) continue
      await store.put(copyOf(key), vault.seal(copyOf(key), pack(content)))
      copied += 1
    }
    keys.push(key)
  }
  const name = filesFile(id)
  await store.put(name, vault.seal(name, await compress(keys.join('\n'))))
  return { files: keys.length, copied }
}

/** The keys that a base backup lists; null if it has no list. */
export async function readFileList(store: BackupStore, vault: Vault, name: string): Promise<string[] | null> {
  const sealed = await store.get(name)
  if (!sealed) return null
  const text = (await expand(vault.open(name, sealed))).toString('utf8')
  return text === '' ? [] : text.split('\n')
}

/** Puts a file back from the backups; false if they do not have it. Its name is the hash of its content. */
export async function restoreFile(files: Files, store: BackupStore, vault: Vault, key: string): Promise<boolean> {
  const sealed = await store.get(copyOf(key))
  if (!sealed) return false
  const { bytes, content_type } = unpack(vault.open(copyOf(key), sealed))
  const folder = key.split('/').length === 4 ? key.split('/')[0] : undefined
  const { key: placed } = await files.put({ bytes, content_type, limit_bytes: bytes.length, ...(folder && { folder }) })
  return placed === key
}

type Content = { bytes: Buffer; content_type: string }

const pack = ({ bytes, content_type }: Content) => Buffer.concat([Buffer.from(`${content_type}\n`), bytes])

function unpack(packed: Buffer): Content {
  const end = packed.indexOf('\n')
  return { content_type: packed.subarray(0, end).toString('utf8'), bytes: packed.subarray(end + 1) }
}

async function readWhole(files: Files, key: string): Promise<Content | null> {
  try {
    const { stream, content_type } = await files.open(key)
    return { bytes: Buffer.from(await new Response(stream).arrayBuffer()), content_type }
  } catch (error) {
    if (Reflect.get(error as Error, 'status') === 404) return null
    throw error
  }
}

/** `unnamed`: files that no row names, such as those of rows that were made after the moment of a restore. */
export type FileDifference = { named: number; missing: string[]; unnamed: string[] }

/** Compares the files that rows name with the stored ones, in both directions. */
export async function compareFiles(sql: postgres.Sql, files: Files): Promise<FileDifference> {
  const named = await namedFiles(sql)
  const stored = new Set<string>()
  for await (const key of files.list()) stored.add(key)
  const missing = [...named].filter((key) => !stored.has(key) && !stored.has(withoutFolder(key)))
  const bare = new Set([...named].map(withoutFolder))
  const unnamed = [...stored].filter((key) => !named.has(key) && !bare.has(key))
  return { named: named.size, missing: missing.sort(), unnamed: unnamed.sort() }
}

/** In an address, the text before a key may look like its folder. */
const withoutFolder = (key: string) => key.split('/').slice(-3).join('/')

const keyPattern = '(?:[a-z0-9-]{1,64}/)?[0-9a-f]{2}/[0-9a-f]{2}/[0-9a-f]{64}'

/** Rows that remember files after these were deleted. */
const without = ['platform.audit_event', 'platform.file_claim', 'queue.job']

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
      and n.nspname || '.' || c.relname <> all (string_to_array(${without.join()}, ','))
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
