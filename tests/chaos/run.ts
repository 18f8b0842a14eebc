import { type CrowdPlan, openCrowd } from './crowd.ts'
import { openFaultInjector, type Rhythms } from './faults.ts'
import { openNotifier } from './notifier.ts'
import { prepare } from './prepare.ts'
import { openRandom } from './random.ts'
import { runNight, settle } from './settle.ts'
import type { Ending } from './shopper.ts'
import type { Counts } from './tally.ts'
import { openWorld, type World } from './world.ts'

/** The same seed makes the same choices; the timing on the machine stays random. */
export type Plan = CrowdPlan & {
  /** The number of purchases per day. At night buyers wait, the banks settle, and open operations get a result. */
  day: number
  rhythms: Rhythms
}

/** The numbers of operations at the gateways and in the books. */
export type Sums = {
  captures: number
  payments: number
  /** Captured without an order, and refunded. */
  surplus: number
  refunds: number
  voids: number
  enrollments: number
}

export type Outcome = {
  checkouts: number
  endings: Record<Ending, number>
  faults: Counts
  sums: Sums
  /** The remaining faults, one sentence each. The run has failed if there is one. */
  problems: string[]
}

/**
 * Lets people buy and staff refund while the server, the database and the gateways' responses break, then repairs
 * everything, waits until every outcome is known, and compares the books with the gateways.
 */
export async function runChaos(plan: Plan): Promise<Outcome> {
  const world = await openWorld()
  let outcome: Outcome | null = null
  try {
    outcome = await runIn(world, plan)
    return outcome
  } finally {
    const keep = (outcome?.problems.length ?? 1) > 0
    const folders = await world.close({ keep })
    if (keep) console.error(`What is left of the run: ${folders.join(', ')}`)
  }
}

async function runIn(world: World, plan: Plan): Promise<Outcome> {
  const random = openRandom(plan.seed)
  // The limit is lower than the number of buyers who try the code.
  await prepare(world, { usage_limit: Math.ceil(plan.checkouts / 20) })
  const notifier = openNotifier(world, plan.seed + 2)
  const crowd = openCrowd(world, plan)
  const withFaults = openFaultInjector(world, openRandom(plan.seed + 1), plan.rhythms, crowd.done)
  for (let day = 1; !crowd.isOver(); day++) {
    if (day > 1) await runNight(world, random)
    await withFaults(() => crowd.runDay(day * plan.day))
    if (random.chance(0.7)) await notifier.deliverAll()
  }
  await notifier.deliverAll()
  const problems = await settle(world, random)
  await notifier.stop()
  const { done, endings } = crowd
  return { checkouts: done(), endings, faults: world.tally.read(), sums: await sumUp(world), problems }
}

async function sumUp({ database, gateway, paypal }: World): Promise<Sums> {
  const [cards, wallet] = [gateway.ledger(), paypal.ledger()]
  const [books] = await database.read<Pick<Sums, 'payments' | 'surplus' | 'enrollments'>>`
    select (select count(*) from checkout.payment where total_cents > 0)::integer as payments,
           (select count(*) from checkout.payment_attempt where state = 'surplus')::integer as surplus,
           (select count(*) from learning.v_student_course where order_item_id is not null)::integer as enrollments`
  return {
    captures: cards.captures.length + wallet.captures.length,
    ...books!,
    refunds: cards.refunds.length + wallet.refunds.length,
    voids: cards.voids.length,
  }
}
