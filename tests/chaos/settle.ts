import { compareSettlementJob } from '#jobs/checkout/compare-settlement.job.ts'
import { readNotificationsJob } from '#jobs/checkout/read-notifications.job.ts'
import { resolvePayments } from '#jobs/checkout/resolve-payments.job.ts'
import { resolveRefunds } from '#jobs/checkout/resolve-refunds.job.ts'
import { returnSurplusJob } from '#jobs/checkout/return-surplus.job.ts'
import { silentLog } from '#platform/log.ts'
import type { AnyJob } from '#platform/queue/job.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { countOpen, listWrong } from './checks.ts'
import { pause, type Random } from './random.ts'
import type { World } from './world.ts'

const minute = 60_000
const sweepers = [resolvePayments, resolveRefunds, readNotificationsJob, returnSurplusJob]

/** After hours: people at the gateways decide what was held, the banks settle, and everything without an answer gets one. */
export async function night(world: World, random: Random): Promise<void> {
  world.gateway.clearScripts()
  world.paypal.clearScripts()
  await releaseHeld(world, random)
  world.gateway.settle()
  // Past the time for which a try that the gateway does not know is waited for.
  await world.moveClock(20 * minute)
  for (let tries = 0; tries < 40 && (await countOpen(world)) > 0; tries++) {
    await sweep(world, sweepers)
    await world.moveClock(minute)
    // Where the answer was lost, the books have heard only now that it is held.
    await releaseHeld(world, random)
  }
  await compare(world)
  await world.moveClock(20 * 60 * minute)
  world.tally.add('night')
}

/** Everything works again and nothing more happens; answers what is wrong with the books, a sentence each. */
export async function settle(world: World, random: Random): Promise<string[]> {
  await night(world, random)
  // What a gateway has refused to give back is asked for again after an hour.
  for (let tries = 0; tries < 20 && (await countOpen(world)) > 0; tries++) {
    await world.moveClock(61 * minute)
    world.gateway.settle()
    await sweep(world, sweepers)
    await compare(world)
  }
  return listWrong(world)
}

/** Compares the books with the gateways, also where that was done today. */
async function compare(world: World): Promise<void> {
  await world.database.read`update checkout.settlement_comparison set compared_at = null`
  await sweep(world, [compareSettlementJob])
}

/** Puts these jobs into the product's own queue and waits until it has done them. */
async function sweep({ database, url }: World, jobs: readonly AnyJob[]): Promise<void> {
  const queue = openQueue({ url, log: silentLog })
  await database.tx(async (sql) => {
    for (const job of jobs) await queue.enqueue(sql, job, {})
  })
  const names = jobs.map(({ name }) => name)
  for (let tries = 0; tries < 600; tries++) {
    const left = await database.read`
      select from queue.job
      where name = any(${database.read.array(names)}::text[]) and state in ('created', 'retry', 'active') limit 1`
    if (left.length === 0) return
    await pause(200)
  }
  throw new Error(`jobs were not done: ${names}`)
}

async function releaseHeld({ database, gateway, paypal, tally }: World, random: Random): Promise<void> {
  const held = await database.read<{ transaction_id: string; provider: string }>`
    select transaction_id, provider from checkout.payment_attempt where state = 'held' and transaction_id is not null`
  for (const { transaction_id, provider } of held) {
    const desk = provider === 'paypal' ? paypal : gateway
    const verdict = random.chance(0.5) ? 'approve' : 'decline'
    // Decided once: the books may not have heard of it yet.
    try {
      desk.release(transaction_id, verdict)
      tally.add(`held payment: ${verdict}`)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  }
}
