// node scripts/postgres.ts [start|stop|url|remove] [folder]: the development database, kept in .data/pg between runs.
// The server runs until it is stopped here, or until the last `make start` that used it ends.
import { join } from 'node:path'
import { findPostgres, removePostgres, stopPostgres } from '#platform/db/embedded.ts'

const [verb = 'start', folder = join(import.meta.dirname, '..', '.data', 'pg')] = process.argv.slice(2)

if (verb === 'stop') {
  console.log((await stopPostgres(folder)) ? 'stopped' : 'was not running')
} else if (verb === 'remove') {
  await removePostgres(folder)
} else if (verb === 'start' || verb === 'url') {
  const { url, started } = await findPostgres({ folder, durable: true })
  if (verb === 'start') console.log(started ? 'started' : 'was running already')
  console.log(url)
} else {
  console.error('usage: node scripts/postgres.ts [start|stop|url|remove] [folder]')
  process.exitCode = 2
}
