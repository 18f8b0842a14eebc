import { releaseOnSignal, startPostgres } from '#platform/db/embedded.ts'
import { asAdmin } from './server.ts'

// A process that uses a folder's packaged PostgreSQL until it is ended, or repeatedly. Run by the tests.
const [folder, mode] = process.argv.slice(2)
const options = { folder: folder!, durable: false }
releaseOnSignal()
if (mode === 'comes-and-goes') {
  for (let round = 0; round < 6; round++) {
    const { url, release } = await startPostgres(options)
    await asAdmin(url, (sql) => sql`select pg_sleep(0.01)`)
    await release()
  }
} else {
  const { url } = await startPostgres(options)
  process.stdout.write(`${url}\n`)
}
