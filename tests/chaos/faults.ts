import { pause, type Random } from './random.ts'
import type { World } from './world.ts'

/** The number of purchases before each fault first happens, and between its repetitions. */
export type Rhythm = { first: number; every: number }
export type Rhythms = Record<keyof typeof faultInjectors, Rhythm>

const faultInjectors = {
  async backends(world: World, random: Random) {
    world.tally.add('database connection killed', await killBackends(world, random.between(1, 4)))
  },
  async server(world: World) {
    await world.crashServer()
    world.tally.add('server killed')
  },
  /** The server dies while it waits for a gateway, so no one learns whether the money was taken. */
  async hanging(world: World, random: Random) {
    const behavior = random.chance(0.5) ? 'time-out-after-capture' : 'time-out-before-capture'
    const target = random.chance(0.7) ? world.gateway : world.paypal
    target.script(behavior)
    await pause(random.between(300, 900))
    await world.crashServer()
    world.tally.add(`server killed while the gateway was silent (${behavior})`)
  },
  async stall(world: World) {
    await world.stallServer(16 * 60_000)
    world.tally.add('server stood still for a quarter of an hour')
  },
  async settlement({ gateway, tally }: World) {
    gateway.settle()
    tally.add('batch settled')
  },
  async postgres(world: World) {
    await world.crashPostgres()
    world.tally.add('database killed')
  },
  async questions({ gateway, tally }: World, random: Random) {
    const behavior = random.oneOf([
      'reset-before-capture',
      'failure-500-before-capture',
      'html-before-capture',
    ] as const)
    gateway.scriptQueries(behavior)
    tally.add('question to the gateway unanswered')
  },
  /** The next charge, refund or void of anyone. */
  async answers({ gateway, tally }: World, random: Random) {
    const behavior = random.oneOf(['reset-after-capture', 'failure-500-after-capture', 'reset-before-capture'] as const)
    gateway.script(behavior)
    tally.add(`answer of the gateway: ${behavior}`)
  },
  async tokens({ paypal, tally }: World) {
    paypal.expireTokens()
    tally.add('access to the wallet taken back')
  },
  /** The gateway neither responds nor hangs up: the server reaches its own deadline. */
  async silence({ gateway, tally }: World) {
    gateway.script('time-out-after-capture')
    tally.add('gateway silent until the deadline')
  },
}

/** Breaks things one after the other, by the number of finished purchases, while an operation runs. */
export function openFaultInjector(world: World, random: Random, rhythms: Rhythms, finishedCount: () => number) {
  const due = new Map(Object.entries(rhythms).map(([name, { first }]) => [name as keyof Rhythms, first]))
  async function breakUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await pause(100)
      for (const [name, dueCount] of due) {
        if (isOver() || finishedCount() < dueCount) continue
        due.set(name, dueCount + Math.ceil(rhythms[name].every * (0.5 + random.next())))
        await faultInjectors[name](world, random)
      }
    }
  }
  return async (operation: () => Promise<unknown>): Promise<void> => {
    let over = false
    // Errors of the breaker itself are reported at the end.
    const breaking = breakUntil(() => over).catch((error: unknown) => error)
    try {
      await operation()
    } finally {
      over = true
    }
    const failure = await breaking
    if (failure) throw failure
  }
}

/** Ends the product's connections that are in the middle of something. */
async function killBackends({ database }: World, max: number): Promise<number> {
  const killed = await database.read`
    select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name not like 'chaos%'
        and state in ('active', 'idle in transaction')
      order by random() limit ${max}) one`.catch(() => [])
  return killed.length
}
