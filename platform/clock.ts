import type { Database } from './db/database.ts'

/** Where the application's time comes from; tests move it, production never does. */
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

/** A clock that goes as the database's does, also when a test moves that one; outside production only. */
export async function followDatabase(database: Database): Promise<Clock> {
  const clock = movableClock()
  const read = async () => {
    const [row] = await database.read<{ ms: number }>`
      select (extract(epoch from "offset") * 1000)::float8 as ms from platform.clock`
    clock.offset_ms = row?.ms ?? 0
  }
  // A read that fails is not lost: the listener reads again when the database is back.
  const follow = () => void read().catch(() => {})
  await database.listen('platform_clock', follow, follow)
  await read()
  return clock
}

/** Tests move the clock of the database; a production server with a moved one would credit time that never passed. */
export async function requireUnmovedClock(database: Database): Promise<void> {
  const [moved] = await database.read`select 1 from platform.clock where "offset" <> interval '0'`
  if (moved) throw new Error('platform.clock is moved: a production server keeps it at zero')
}
