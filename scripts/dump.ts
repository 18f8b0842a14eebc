// node scripts/dump.ts FILE: dumps the database of DATABASE_URL to FILE and proves that it has all rows; FILE.json
// lists its contents. node scripts/dump.ts --restore FILE: restores it into the empty database of DATABASE_URL, which
// stays in quarantine (docs/operations.md). PG_PROGRAMS is the folder of pg_dump and pg_restore. Exits with 1 if
// nothing was done.
import { parseArgs } from 'node:util'
import { dumpDatabase, restoreDatabase } from '#platform/db/dump.ts'

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { restore: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [file] = positionals
  const { DATABASE_URL: url, PG_PROGRAMS: programs } = process.env
  if (!url) throw new Error('DATABASE_URL: is missing')
  if (!file) throw new Error('name the file: make dump FILE=waypost.dump')
  const act = values.restore ? restoreDatabase : dumpDatabase
  const { rows, migrations, installation, made_at } = await act({ url, file, programs })
  const count = Object.values(rows).reduce((sum, n) => sum + n, 0)
  console.log(
    `${Object.keys(rows).length} tables, ${count} rows, ${migrations} migrations, of ${installation} at ${made_at}`,
  )
  if (values.restore) console.log('in quarantine: make take-over, once the original no longer runs')
}

await main().catch((error: unknown) => {
  console.error((error as Error).message)
  process.exitCode = 1
})
