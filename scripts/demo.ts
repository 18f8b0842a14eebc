import { mkdir, open, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { checkedCourses, turnChecksOff } from '#migrations/demo/identity-checks.ts'
import { defaultOptions, openDatabase } from '#platform/db/database.ts'
import { releaseOnSignal, startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrate.ts'
import type { Sql } from '#platform/db/sql.ts'
import { startServer } from '#tests/e2e/support/server.ts'
import { buildIfStale, runBuilt } from './built.ts'
import { type School, tellMonth } from './demo/tell.ts'
import { root } from './run.ts'

/**
 * make demo: the product with a month of a school's life. Two dozen students bought, studied and passed, wrote to support
 * and got refunds, all by calls of the API while the clock of a new database ran from thirty days ago to the present.
 * The next start takes the same database; DATA_DIR names its folder.
 */
const folder = resolve(process.env.DATA_DIR ?? join(root, '.data/demo'))
const port = process.env.PORT ?? '3000'
const dayMs = 86_400_000
const days = 30
/** The server hears of a moved clock a moment later. A session of before a long move would have expired. */
const heardMs = 1_000
const farMs = 300_000

/** Marks a folder whose month is complete: an interrupted one begins again in a new folder. */
const told = join(folder, 'month-told')

await buildIfStale()
if (!(await stat(told).catch(() => null))) await makeMonth()
process.env.DATA_DIR = folder
runBuilt('dist/server/waypost.js', ['serve', '--prepare'])

/** Students of the demo's course with identity checks can't be asked for a phone or their typing by a program. */
async function withoutChecks(sql: Sql) {
  const courses = await sql<{ course_id: number; options: unknown }>`
    select course_id, course_security_options as options from catalogue.course_version
    where course_id = any(${sql.array([...checkedCourses])}::int[]) and version_number = 1`
  await turnChecksOff(sql)
  return {
    async restore() {
      for (const { course_id, options } of courses)
        await sql`
          update catalogue.course_version set course_security_options = ${sql.json(options)}
          where course_id = ${course_id}`
    },
  }
}

async function makeMonth(): Promise<void> {
  await mkdir(folder, { recursive: true })
  releaseOnSignal()
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: true })
  try {
    await runMonth(postgres.url)
  } finally {
    await postgres.release()
  }
  await writeFile(told, '')
}

async function runMonth(url: string): Promise<void> {
  const env = { DATABASE_URL: url, DATA_DIR: folder, PORT: port, BASE_URL: `http://localhost:${port}` }
  // Without the demo, which the server loads at the beginning of the month.
  const applied = await migrate(url, join(root, 'migrations'))
  if (applied.length === 0)
    throw new Error(`${folder} has a database without a complete month: remove the folder, or name another DATA_DIR`)
  const database = openDatabase({ ...defaultOptions, name: 'demo', url })
  let offset = -days * dayMs
  const setClock = () => database.read`update platform.clock set "offset" = ${`${offset} milliseconds`}::interval`
  await setClock()
  const log = await open(join(folder, 'month.log'), 'w')
  const server = await startServer({ ...env, RATE_LIMITS: 'off' }, 'node', log.fd)
  const school: School = {
    port,
    origin: env.BASE_URL,
    read: database.read,
    async moveTo(daysAgo) {
      offset = Math.max(offset, -daysAgo * dayMs)
      await setClock()
      await rest(heardMs)
    },
    async moveClock(milliseconds) {
      offset += milliseconds
      await setClock()
      if (milliseconds >= farMs) await rest(heardMs)
    },
  }
  try {
    console.log('A month at the school ...')
    const checks = await withoutChecks(database.read)
    await tellMonth(school)
    await checks.restore()
    if (offset > 0) throw new Error('the month ended in the future')
    await school.moveTo(0)
  } finally {
    await server.end('SIGTERM')
    await log.close()
    await database.close()
  }
}
