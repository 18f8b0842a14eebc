import { reconcile } from '../../modules/checkout/index.ts'
import { breakThings, type Faults } from './faults.ts'
import { openRandom, pause, type Random } from './random.ts'
import { type Ending, goShopping } from './shopper.ts'
import { openWorld, type World } from './world.ts'

export type Plan = {
  /** How many purchases are tried, and how many of them at a time. */
  checkouts: number
  at_once: number
  /** The same seed makes the same choices; what the machine does between them stays chance. */
  seed: number
  report?: (done: number) => void
}

export type Outcome = {
  endings: Record<Ending, number>
  faults: Faults
  captures: number
  payments: number
  /** What is wrong with the books in the end, a sentence each: nothing, or the run has failed. */
  wrong: string[]
}

/**
 * Lets people buy while the server, the database and the gateway's answers break, then mends everything, waits until
 * nothing is unknown any more, and compares the books with what the gateway has captured.
 */
export async function runChaos(plan: Plan): Promise<Outcome> {
  const world = await openWorld()
  try {
    const random = openRandom(plan.seed)
    const promo = await addPromoCode(world, Math.ceil(plan.checkouts / 20))
    const faults = breakThings(world, openRandom(plan.seed + 1))
    const endings = await shop(world, random, plan, promo)
    const broken = await faults.stop()
    const wrong = await settle(world, random)
    const [{ payments } = { payments: 0 }] = await world.database.read<{ payments: number }>`
      select count(*)::integer as payments from checkout.payment where total_cents > 0`
    return { endings, faults: broken, captures: world.gateway.ledger().captures.length, payments, wrong }
  } finally {
    await world.close()
  }
}

async function shop(world: World, random: Random, plan: Plan, promo: string): Promise<Outcome['endings']> {
  const endings: Outcome['endings'] = { paid: 0, refused: 0, waits: 0, 'gave up': 0 }
  let next = 0
  let done = 0
  async function one(): Promise<void> {
    for (let number = next++; number < plan.checkouts; number = next++) {
      endings[await goShopping(world, random, number, promo)] += 1
      done += 1
      plan.report?.(done)
    }
  }
  await Promise.all(Array.from({ length: plan.at_once }, one))
  return endings
}

/** A code that fewer may use than will try. */
async function addPromoCode({ database }: World, usage_limit: number): Promise<string> {
  const code = 'CHAOS'
  await database.read`
    insert into checkout.promo_code ${database.read({ organization_id: 1, code, dollar_amount_off_cents: 500, usage_limit })}`
  return code
}

const minute = 60_000

/** Everything works again: what is held is decided, what is unknown is asked for, until all attempts have an end. */
async function settle(world: World, random: Random): Promise<string[]> {
  await world.crashServer()
  for (const { transaction_id } of await heldAttempts(world))
    world.gateway.release(transaction_id, random.chance(0.5) ? 'approve' : 'decline')
  // Past the time for which an attempt that the gateway does not know is waited for.
  await world.moveClock(20 * minute)
  for (let tries = 0; tries < 120; tries++) {
    if ((await openAttempts(world)) === 0) break
    await pause(1_000)
    await world.moveClock(minute)
  }
  const open = await openAttempts(world)
  const unknown = open > 0 ? [`${open} attempts are still open after the resolver ran`] : []
  return [...unknown, ...(await reconcile(world.database.read, world.gateway.ledger()))]
}

const heldAttempts = ({ database }: World) => database.read<{ transaction_id: string }>`
  select transaction_id from checkout.payment_attempt where state = 'held' and transaction_id is not null`

async function openAttempts({ database }: World): Promise<number> {
  const [row] = await database.read<{ open: number }>`
    select count(*)::integer as open from checkout.payment_attempt where state in ('calling', 'unknown', 'held')`
  return row!.open
}
