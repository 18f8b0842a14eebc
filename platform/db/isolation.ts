import postgres from 'postgres'
import { readAddress } from './address.ts'
import { clientOptions, type SlotOptions } from './slot.ts'

/** Thrown if this database would not isolate tenants; the product then refuses to serve from it. */
export class NotIsolated extends Error {
  override name = 'NotIsolated'
}

/**
 * Verifies the foundations of row level security: connections run as the application's role, the policies bind that
 * role, and settings don't leak between connections. Throws NotIsolated.
 */
export async function requireIsolation(place: Pick<SlotOptions, 'url' | 'socket'>, role: string): Promise<void> {
  const options = { ...place, role, name: 'waypost/isolation' }
  const [first, other] = [open(options), open(options)]
  try {
    await requireBoundRole(first, role)
    await requireOwnSettings(first, other)
  } finally {
    await Promise.all([first, other].map((sql) => sql.end({ timeout: 5 })))
  }
}

// No prepared statements, so that these checks recognize a pooler in transaction mode instead of failing because of it.
const open = (options: SlotOptions) =>
  postgres(readAddress(options.url).url, { ...clientOptions(options, () => {}), prepare: false })

async function requireBoundRole(sql: postgres.Sql, role: string): Promise<void> {
  const [current] = await sql<{ name: string; bypasses: boolean }[]>`
    select rolname as name, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`
  if (current?.name !== role)
    throw new NotIsolated(
      `connections run as ${current?.name}, not as ${role}: a connection pooler must not drop startup parameters`,
    )
  if (current.bypasses) throw new NotIsolated(`the role ${role} is a superuser or has BYPASSRLS`)
}

async function requireOwnSettings(item: postgres.Sql, other: postgres.Sql): Promise<void> {
  const shared = () => new NotIsolated('connections share a session: run the connection pooler in session mode')
  const read = async (sql: postgres.Sql) => {
    const [row] = await sql<{ pid: number; mark: string | null }[]>`
      select pg_backend_pid() as pid, nullif(current_setting('waypost.mark', true), '') as mark`
    return row!
  }
  const before = await read(item)
  await item`select set_config('waypost.mark', 'one', false)`
  const otherSession = await read(other)
  const after = await read(item)
  if (otherSession.mark !== null || otherSession.pid === before.pid || after.mark !== 'one' || after.pid !== before.pid)
    throw shared()
}
