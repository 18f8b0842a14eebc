import { resolve } from 'node:path'
import { jobs } from '#jobs/index.ts'
import { loadDemo } from '#migrations/demo/load.ts'
import { loadShowcase } from '#migrations/demo/load-showcase.ts'
import { demoPassword, ensureFirstAdmin } from '#modules/identity/entry.ts'
import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { defaultOptions, openDatabase } from '#platform/db/database.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { setIdRange } from '#platform/db/id-range.ts'
import { migrate, NewerDatabase } from '#platform/db/migrate.ts'
import type { Env } from '#platform/env.ts'
import type { Files } from '#platform/files/files.ts'
import { claimInstallation } from '#platform/installation.ts'
import { pathTo } from '#platform/path-to.ts'
import { installQueue } from '#platform/queue/install.ts'
import { deliverLink } from './first-admin-link.ts'
import { filesOf } from './services.ts'

type PreparedDatabase = {
  database: Pick<Env, 'DATABASE_URL' | 'DATABASE_SOCKET'>
  applied: string[]
  /** The database is of a newer release, and nothing was changed. */
  newer: NewerDatabase | null
}

/**
 * A database that is ready to serve: started in DATA_DIR if none is configured, migrated, with the queue, and (outside
 * production) seeded once with the demo; and the names of the migrations that were applied.
 */
export async function prepare(env: Env): Promise<PreparedDatabase> {
  const { url, socket } = env.DATABASE_URL
    ? { url: env.DATABASE_URL, socket: env.DATABASE_SOCKET }
    : await startPostgres({ folder: resolve(env.DATA_DIR, 'pg'), durable: true })
  const database = { DATABASE_URL: url, DATABASE_SOCKET: socket }
  const applied = await migrate(url, resolve('migrations')).catch(explainNewerDatabase)
  // The queue also belongs to the newer release.
  if (applied instanceof NewerDatabase) return { database, applied: [], newer: applied }
  await claim(url, env)
  await installQueue(url, jobs)
  if (!env.production) announce(await loadDemoOnce(url, filesOf(env)), env)
  // After the demo, whose rows have the ids of its files.
  if (env.CELL !== undefined) await setIdRange(url, env.CELL)
  if (env.ADMIN_EMAIL) await inviteFirstAdmin(url, env.ADMIN_EMAIL, env)
  return { database, applied, newer: null }
}

function explainNewerDatabase(error: unknown): NewerDatabase {
  if (error instanceof NewerDatabase) return error
  throw error
}

/** A database without an ID becomes this installation's. A copy keeps the original's ID. */
async function claim(url: string, { installation }: Env): Promise<void> {
  const database = openDatabase({ ...defaultOptions, name: 'prepare', url })
  try {
    await claimInstallation(database.read, installation)
  } finally {
    await database.close()
  }
}

async function loadDemoOnce(url: string, files: Files): Promise<string[]> {
  const database = openDatabase({ ...defaultOptions, name: 'prepare', url })
  const list = () => database.read<{ code: string }>`
    select code from identity.v_organization
    where lk_organization_status_id = ${organizationStatus.Active} order by organization_id`
  try {
    if ((await list()).length === 0) {
      console.log('Loading the demo ...')
      await database.tx(async (sql) => {
        await loadDemo({ sql, files, folder: resolve('migrations/demo') })
        await loadShowcase(sql)
      })
    }
    return (await list()).map(({ code }) => code.toLowerCase())
  } finally {
    await database.close()
  }
}

/** The first Admin of a new installation sets a password through a link that isn't logged. */
async function inviteFirstAdmin(url: string, email: string, env: Env): Promise<void> {
  const database = openDatabase({ ...defaultOptions, name: 'prepare', url })
  try {
    const token = await database.tx((sql) => ensureFirstAdmin(sql, email))
    if (token)
      console.log(
        await deliverLink(`${new URL(pathTo('/change-password', { query: { token } }), env.BASE_URL)}`, env.DATA_DIR),
      )
  } finally {
    await database.close()
  }
}

/** Logs the address and the first things to try. */
function announce(organizations: readonly string[], env: Env): void {
  const base = new URL(env.BASE_URL)
  const site = (code: string) => `${base.protocol}//${code}.${base.host}`
  console.log(`
  Courses          ${base.href}courses/search
  Organizations    ${organizations.map(site).join('\n                   ')}
  Sign-ins         student@example.com   instructor@example.com   admin@example.com
  Password         ${demoPassword}
  Mailbox          ${base.href}dev/mailbox
  Phones           ${base.href}dev/phones
  API              ${base.href}developers

  Try this first: open the courses, add 'Basic Driver Improvement' to the cart as a guest, and pay with the test card
  4111 1111 1111 1111, any future month, any code. The receipt is in the mailbox. Staff see the sale under Payments.
  The course checks who takes it: set up questions, a phone and your typing in about three minutes. Codes arrive on the
  Phones page.
  The gct site also has a bundle, a recommended course, an offer for people who leave their cart, and sales tax.
`)
}
