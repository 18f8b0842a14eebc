// node scripts/postgres.ts [start|stop|url|remove] [folder]: the development database, kept in .data/pg between runs.
import { join } from 'node:path'
import { removePostgres, startPostgres, stopPostgres } from '../platform/db/embedded.ts'

const [verb = 'start', folder = join(import.meta.dirname, '..', '.data', 'pg')] = process.argv.slice(2)

if (verb === 'stop') {
  console.log((await stopPostgres(folder)) ? 'stopped' : 'was not running')
} else if (verb === 'remove') {
  await removePostgres(folder)
} else if (verb === 'start' || verb === 'url') {
  const { url, started } = await startPostgres({ folder, durable: true })
  if (verb === 'start') console.log(started ? 'started' : 'was running already')
  console.log(url)
} else {
  console.error('usage: node scripts/postgres.ts [start|stop|url|remove] [folder]')
  process.exitCode = 2
}
