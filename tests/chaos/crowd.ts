import { type Buyer, openBuyer } from './buyer.ts'
import { promoCode } from './prepare.ts'
import { openRandom, type Random } from './random.ts'
import { openRefundStaff } from './refund-staff.ts'
import { applyCode, type Ending, goShopping } from './shopper.ts'
import type { World } from './world.ts'

export type CrowdPlan = {
  /** The number of purchases, and the number at a time. */
  checkouts: number
  at_once: number
  /** No purchase starts later than this after the start. */
  minutes?: number
  seed: number
  report?: (finishedCount: number) => void
}

type Visitor = { buyer: Buyer; random: Random }

/** All buyers, day by day. A buyer whose payment is pending checks again after the night. */
export function openCrowd(world: World, crowd: CrowdPlan) {
  const endings: Record<Ending, number> = { paid: 0, refused: 0, waits: 0, 'gave up': 0 }
  const refundStaff = openRefundStaff(world)
  const random = openRandom(crowd.seed)
  const end = performance.now() + (crowd.minutes ?? Number.POSITIVE_INFINITY) * 60_000
  let next = 0
  let finishedCount = 0
  let waitingVisitors: Visitor[] = []
  const isOver = (until = crowd.checkouts) => next >= Math.min(until, crowd.checkouts) || performance.now() > end

  async function buy(visitor: Visitor): Promise<void> {
    const ending = await goShopping(world, visitor.random, visitor.buyer)
    endings[ending] += 1
    if (ending === 'waits') waitingVisitors.push(visitor)
  }
  async function openVisit(number: number): Promise<void> {
    const visitorRandom = random.of(number)
    const buyer = await openBuyer(world, visitorRandom, number)
    if (buyer && visitorRandom.chance(0.3)) await applyCode(buyer, promoCode)
    if (buyer) await buy({ buyer, random: visitorRandom })
    else endings['gave up'] += 1
    if (visitorRandom.chance(0.25)) await refundStaff.refundRandomPayment(visitorRandom)
    finishedCount += 1
    crowd.report?.(finishedCount)
  }
  async function comeBack(visitor: Visitor): Promise<void> {
    world.tally.add('back after the night')
    await visitor.buyer.signInAgain()
    endings.waits -= 1
    await buy(visitor)
  }
  async function runBuyers(until: number, returningVisitors: Visitor[]): Promise<void> {
    for (let visitor = returningVisitors.pop(); visitor; visitor = returningVisitors.pop()) await comeBack(visitor)
    while (!isOver(until)) await openVisit(next++)
  }
  return {
    endings,
    done: () => finishedCount,
    isOver: () => isOver(),
    /** Lets people buy until this many have come since the first day. */
    async runDay(until: number): Promise<void> {
      const returningVisitors = waitingVisitors
      waitingVisitors = []
      await Promise.all(Array.from({ length: crowd.at_once }, () => runBuyers(until, returningVisitors)))
    },
  }
}
