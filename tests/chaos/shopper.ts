import type { Buyer } from './buyer.ts'
import type { Answer } from './call.ts'
import { pause, type Random } from './random.ts'
import { payByCard, payBySavedCard, payByWallet, type Tab } from './ways-to-pay.ts'
import type { World } from './world.ts'

/** The end of a purchase for its buyer; `waits`: the payment was still being confirmed when they left. */
export type Ending = 'paid' | 'refused' | 'waits' | 'gave up'

const maxTries = 20
/** The number of times someone checks a payment that is being confirmed. */
const maxWaits = 2

/** Someone who wants the items in their cart and, as people do, tries again whenever something breaks. */
export async function goShopping(world: World, random: Random, buyer: Buyer): Promise<Ending> {
  const tabs = tabsOf(world, random, buyer)
  let troubled = random.chance(0.5)
  let waits = 0
  for (let tries = 0; tries < maxTries; tries++) {
    const open = tries === 0 ? tabs : tabs.slice(0, 1)
    const responses = (await Promise.all(open.map((pay) => pay(world, random, buyer, troubled)))).flat()
    const ending = endingOf(world, responses)
    if (ending === 'waits') waits += 1
    if (ending === 'paid' || ending === 'refused' || waits > maxWaits) return ending!
    troubled = false
    await pause(random.between(20, 400))
  }
  return waits > 0 ? 'waits' : 'gave up'
}

export const applyCode = ({ call, cartFields: own }: Buyer, code: string) =>
  call('GET', `/promocode/applyCode?code=${code}${own.guest_id ? `&guest_id=${own.guest_id}` : ''}`)

/** Most have one tab. Two tabs with one cart may pay in two ways at once. */
function tabsOf({ tally }: World, random: Random, { student }: Buyer): Tab[] {
  const ways = student ? [payByCard, payBySavedCard, payByWallet] : [payByCard, payByCard, payByWallet]
  const first = random.oneOf(ways)
  if (!random.chance(0.15)) return [first]
  tally.add('two tabs with one cart')
  return [first, random.oneOf(ways)]
}

/** The buyer's view of the responses; null to try again. */
function endingOf(world: World, responses: readonly Answer[]): Ending | null {
  const bodies = responses.flatMap((response) => (response ? [response.body] : []))
  for (const { transactionResponse } of bodies) {
    if (transactionResponse) world.promise((transactionResponse as { transId: string }).transId)
  }
  if (bodies.some(({ transactionResponse }) => transactionResponse)) return 'paid'
  const codes = bodies.map(({ code }) => code)
  // Emptied by a payment whose response was lost.
  if (codes.includes('CART_EMPTY')) return 'paid'
  if (codes.includes('TOO_MANY_DECLINES')) return 'refused'
  return bodies.some(({ pending, code }) => pending || code === 'PAYMENT_RUNNING') ? 'waits' : null
}
