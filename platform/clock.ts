import type { Database } from './db/database.ts'

/** The application's source of time. Tests move it; production never does. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock that a test moves; `offset_ms` is added to the machine's time. */
export function movableClock(): Clock & { offset_ms: number } {
  return {
    offset_ms: 0,
    now() {
      return new Date(Date.now() + this.offset_ms)
    },
  }
}

/** A clock that follows the database's clock, also when a test moves that one; not for production. */
export async function followDatabase(database: Database): Promise<Clock> {
  const clock = movableClock()
  const read = async () => {
    const [row] = await database.read<{ ms: number }>`
      select (extract(epoch from "offset") * 1000)::float8 as ms from platform.clock`
    clock.offset_ms = row?.ms ?? 0
  }
  // A failed read is harmless: the listener reads again after reconnecting.
  const follow = () => void read().catch(() => {})
  await database.listen('platform_clock', follow, follow)
  await read()
  return clock
}

/** A production server with a moved database clock would credit time that never passed. */
export async function requireUnmovedClock(database: Database): Promise<void> {
  const [row] = await database.read`select 1 from platform.clock where "offset" <> interval '0'`
  if (row) throw new Error('platform.clock is moved: a production server keeps it at zero')
}
