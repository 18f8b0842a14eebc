import type { Database } from '#platform/db/database.ts'

/**
 * Starts operations while a program locks a table against writes, and releases it once no more operations are queueing.
 * By then, all have read the data that only a lock protects: without the lock, they would all write. Each group starts
 * when the previous ones are waiting.
 */
export async function whileHeld<T>(
  database: Database,
  table: string,
  ...groups: readonly (() => Promise<T>[])[]
): Promise<T[]> {
  const results: Promise<T>[] = []
  await database.tx(async (sql) => {
    await sql`lock table ${sql(table)} in share mode`
    for (const start of groups) {
      const started = start()
      for (const item of started) item.catch(() => {})
      results.push(...started)
      await waitUntilQueued(database)
    }
  })
  return Promise.all(results)
}

/** Waits until the number of connections that wait for a lock stays the same a dozen times. */
async function waitUntilQueued({ read }: Database): Promise<void> {
  for (let [previous, repeats] = [0, 0]; repeats < 12; ) {
    const [row] = await read<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`
    repeats = row!.n > 0 && row!.n === previous ? repeats + 1 : 0
    previous = row!.n
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
