import { compareSettlementJob } from '#jobs/checkout/compare-settlement.job.ts'
import { readNotificationsJob } from '#jobs/checkout/read-notifications.job.ts'
import { resolvePayments } from '#jobs/checkout/resolve-payments.job.ts'
import { resolveRefunds } from '#jobs/checkout/resolve-refunds.job.ts'
import { returnSurplusJob } from '#jobs/checkout/return-surplus.job.ts'
import { silentLog } from '#platform/log.ts'
import type { AnyJob } from '#platform/queue/job.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { countOpen, listProblems } from './checks.ts'
import { pause, type Random } from './random.ts'
import type { World } from './world.ts'

const minute = 60_000
const sweepers = [resolvePayments, resolveRefunds, readNotificationsJob, returnSurplusJob]

/**
 * At night, people at the gateways decide on held payments, the banks settle, and everything without a response gets
 * one.
 */
export async function runNight(world: World, random: Random): Promise<void> {
  world.gateway.clearScripts()
  world.paypal.clearScripts()
  await releaseHeld(world, random)
  world.gateway.settle()
  // Longer than the product waits for a try that the gateway doesn't know.
  await world.moveClock(20 * minute)
  for (let tries = 0; tries < 40 && (await countOpen(world)) > 0; tries++) {
    await sweep(world, sweepers)
    await world.moveClock(minute)
    // If the response was lost, the books learn only now that the payment is held.
    await releaseHeld(world, random)
  }
  await compare(world)
  await world.moveClock(20 * 60 * minute)
  world.tally.add('night')
}

/** Waits until everything works again and nothing more happens. Returns the faults of the books, one sentence each. */
export async function settle(world: World, random: Random): Promise<string[]> {
  await runNight(world, random)
  // A refund that a gateway refused is retried after an hour.
  for (let tries = 0; tries < 20 && (await countOpen(world)) > 0; tries++) {
    await world.moveClock(61 * minute)
    world.gateway.settle()
    await sweep(world, sweepers)
    await compare(world)
  }
  return listProblems(world)
}

/** Compares the books with the gateways, even if that was done today. */
async function compare(world: World): Promise<void> {
  await world.database.read`update checkout.settlement_comparison set compared_at = null`
  await sweep(world, [compareSettlementJob])
}

/** Puts these jobs into the product's own queue and waits until they have run. */
async function sweep({ database, url }: World, jobs: readonly AnyJob[]): Promise<void> {
  const queue = openQueue({ url, log: silentLog })
  await database.tx(async (sql) => {
    for (const job of jobs) await queue.enqueue(sql, job, {})
  })
  const names = jobs.map(({ name }) => name)
  for (let tries = 0; tries < 600; tries++) {
    const jobs = await database.read`
      select from queue.job
      where name = any(${database.read.array(names)}::text[]) and state in ('created', 'retry', 'active') limit 1`
    if (jobs.length === 0) return
    await pause(200)
  }
  throw new Error(`jobs were not done: ${names}`)
}

async function releaseHeld({ database, gateway, paypal, tally }: World, random: Random): Promise<void> {
  const heldCharges = await database.read<{ transaction_id: string; provider: string }>`
    select transaction_id, provider from checkout.payment_attempt where state = 'held' and transaction_id is not null`
  for (const { transaction_id, provider } of heldCharges) {
    const simulator = provider === 'paypal' ? paypal : gateway
    const verdict = random.chance(0.5) ? 'approve' : 'decline'
    // A decision is final at the gateway, but the books may not know it yet.
    try {
      simulator.release(transaction_id, verdict)
      tally.add(`held payment: ${verdict}`)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  }
}
