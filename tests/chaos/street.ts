import { type Buyer, openBuyer } from './buyer.ts'
import { openDesk } from './desk.ts'
import { promoCode } from './prepare.ts'
import { openRandom, type Random } from './random.ts'
import { applyCode, type Ending, goShopping } from './shopper.ts'
import type { World } from './world.ts'

export type Crowd = {
  /** The number of purchases, and the number at a time. */
  checkouts: number
  at_once: number
  /** No purchase starts later than this after the start. */
  minutes?: number
  seed: number
  report?: (done: number) => void
}

type Visitor = { buyer: Buyer; random: Random }

/** All buyers, day by day. A buyer whose payment is pending checks again after the night. */
export function openStreet(world: World, crowd: Crowd) {
  const endings: Record<Ending, number> = { paid: 0, refused: 0, waits: 0, 'gave up': 0 }
  const desk = openDesk(world)
  const random = openRandom(crowd.seed)
  const end = performance.now() + (crowd.minutes ?? Number.POSITIVE_INFINITY) * 60_000
  let next = 0
  let done = 0
  let waiting: Visitor[] = []
  const isOver = (until = crowd.checkouts) => next >= Math.min(until, crowd.checkouts) || performance.now() > end

  async function buy(visitor: Visitor): Promise<void> {
    const ending = await goShopping(world, visitor.random, visitor.buyer)
    endings[ending] += 1
    if (ending === 'waits') waiting.push(visitor)
  }
  async function openVisit(number: number): Promise<void> {
    const visitorRandom = random.of(number)
    const buyer = await openBuyer(world, visitorRandom, number)
    if (buyer && visitorRandom.chance(0.3)) await applyCode(buyer, promoCode)
    if (buyer) await buy({ buyer, random: visitorRandom })
    else endings['gave up'] += 1
    if (visitorRandom.chance(0.25)) await desk.giveBack(visitorRandom)
    done += 1
    crowd.report?.(done)
  }
  async function comeBack(visitor: Visitor): Promise<void> {
    world.tally.add('back after the night')
    await visitor.buyer.comeBack()
    endings.waits -= 1
    await buy(visitor)
  }
  async function runDay(until: number, returning: Visitor[]): Promise<void> {
    for (let visitor = returning.pop(); visitor; visitor = returning.pop()) await comeBack(visitor)
    while (!isOver(until)) await openVisit(next++)
  }
  return {
    endings,
    done: () => done,
    isOver: () => isOver(),
    /** Lets people buy until this many have come since the first day. */
    async spendDay(until: number): Promise<void> {
      const returning = waiting
      waiting = []
      await Promise.all(Array.from({ length: crowd.at_once }, () => runDay(until, returning)))
    },
  }
}
