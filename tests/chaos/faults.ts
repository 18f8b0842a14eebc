import { pause, type Random } from './random.ts'
import type { World } from './world.ts'

export type Faults = { server_crashes: number; database_crashes: number; killed_backends: number }

/** Breaks things, one after the other, until it is told to stop; answers what it broke. */
export function breakThings(world: World, random: Random) {
  const broken: Faults = { server_crashes: 0, database_crashes: 0, killed_backends: 0 }
  let stopped = false
  async function run(): Promise<void> {
    while (!stopped) {
      await pause(random.between(300, 1_500))
      if (stopped) return
      await breakOne(world, random, broken)
    }
  }
  // What the breaking itself meets is told at the end, to whoever waits for it.
  const running = run().catch((error: unknown) => error)
  return {
    async stop(): Promise<Faults> {
      stopped = true
      const failure = await running
      if (failure) throw failure
      return broken
    },
  }
}

async function breakOne(world: World, random: Random, broken: Faults): Promise<void> {
  const dice = random.next()
  if (dice < 0.15) {
    await world.crashServer()
    broken.server_crashes += 1
  } else if (dice < 0.2) {
    await world.crashPostgres()
    broken.database_crashes += 1
  } else {
    broken.killed_backends += await killBackends(world, random.between(1, 4))
  }
}

/** Connections of the product that are in the middle of something. */
async function killBackends({ database }: World, most: number): Promise<number> {
  const killed = await database.read`
    select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name not like 'chaos%'
        and state in ('active', 'idle in transaction')
      order by random() limit ${most}) one`.catch(() => [])
  return killed.length
}
