import type { Buyer } from './buyer.ts'
import { type Answer, retryCall } from './call.ts'
import { pause, type Random } from './random.ts'
import type { World } from './world.ts'

/** One try to pay the current cart in one tab. Returns the response to each press of the button. */
export type Tab = (world: World, random: Random, buyer: Buyer, troubled: boolean) => Promise<Answer[]>

const goodCard = '4111111111111111'
/** Cards of the simulated gateway, by the outcome of the charge and of its response. */
const troubledCards = {
  declined: '4000000000000002',
  'error of the gateway': '4000000000000119',
  'held by the gateway': '4000000000000101',
  'reset before capture': '4000000000000036',
  'reset after capture': '4000000000000044',
  '500 before capture': '4000000000000051',
  '500 after capture': '4000000000000069',
  'page instead of an answer': '4000000000000077',
  'half an answer': '4000000000000085',
} as const
type Trouble = keyof typeof troubledCards
const troubles = Object.keys(troubledCards) as Trouble[]

function chooseCard(world: World, random: Random, troubled: boolean): string {
  if (!troubled) return goodCard
  const trouble = random.oneOf(troubles)
  world.tally.add(`card: ${trouble}`)
  return troubledCards[trouble]
}

const tokenOf = ({ gateway }: World, cardNumber: string) => {
  const { descriptor, value } = gateway.token({ cardNumber, expirationDate: '1239', cardCode: '123' })
  return { dataDescriptor: descriptor, dataValue: value }
}

/** The cart as this tab shows it: the total and its ID. */
async function fetchCart({ call, cartFields: own }: Buyer) {
  const cart = await retryCall(() => call('GET', `/cart/items${own.guest_id ? `?guest_id=${own.guest_id}` : ''}`))
  return { intent_id: cart?.body.intent_id, total: cart?.body.total }
}

/** A double click sends the same form twice at the same time. */
function press({ tally }: World, random: Random, send: () => Promise<Answer>): Promise<Answer[]> {
  if (!random.chance(0.25)) return Promise.all([send()])
  tally.add('double click')
  return Promise.all([send(), send()])
}

export const payByCard: Tab = async (world, random, buyer, troubled) => {
  const number = chooseCard(world, random, troubled)
  const { call, cartFields: own, form, student } = buyer
  const cart = await fetchCart(buyer)
  const saveCard = student && random.chance(0.3)
  // A second press has its own token, as the gateway's library makes one each time.
  const pay = () => ({ ...own, ...form, ...cart, creditCard: { ...tokenOf(world, number), saveCard } })
  return press(world, random, () => call('POST', '/payment/process', pay()))
}

/** A student's card from the vault, saved right before; without one, the card itself pays. */
export const payBySavedCard: Tab = async (world, random, buyer, troubled) => {
  const { call, form } = buyer
  const creditCard = tokenOf(world, chooseCard(world, random, troubled))
  const addedAnswer = await call('POST', '/user/addRemovePaymentMethod', { action: 'add', creditCard })
  const [savedMethod] = (addedAnswer?.body.paymentMethods ?? []) as { payment_profile_id: number }[]
  if (!savedMethod) return payByCard(world, random, buyer, troubled)
  world.tally.add('saved card')
  const cart = await fetchCart(buyer)
  const { payment_profile_id } = savedMethod
  return press(world, random, () => call('POST', '/payment/process', { ...form, ...cart, payment_profile_id }))
}

/** Faults of a capture at the wallet; they hit the next capture of any buyer. */
const walletTroubles = [
  'decline',
  'error',
  'held',
  'reset-before-capture',
  'reset-after-capture',
  'failure-500-before-capture',
  'failure-500-after-capture',
  'html-before-capture',
  'malformed-after-capture',
] as const

/** Approves at the wallet and comes back; some open the order twice and come back twice at the same time. */
export const payByWallet: Tab = async (world, random, buyer, troubled) => {
  const cart = await fetchCart(buyer)
  if (troubled) {
    const trouble = random.oneOf(walletTroubles)
    world.tally.add(`wallet: ${trouble}`)
    world.paypal.script(trouble)
  }
  const twice = random.chance(0.15)
  const visit = () => visitWallet(world, random, buyer, { ...cart, twice })
  const visits = Array.from({ length: twice ? 2 : 1 }, visit)
  return (await Promise.all(visits)).flat()
}

type Visit = Awaited<ReturnType<typeof fetchCart>> & { twice: boolean }

async function visitWallet(world: World, random: Random, buyer: Buyer, { intent_id, total: amount, twice }: Visit) {
  const { call, cartFields: own, form, student } = buyer
  const openedAnswer = await call('POST', '/payment/authorizePayPal', { ...own, ...form, intent_id, amount })
  if (openedAnswer?.status !== 200) return [openedAnswer]
  // Null if the order is paid or being paid by now; the outcome is then checked without one.
  const wallet_order_id = openedAnswer.body.wallet_order_id as string | null
  if (wallet_order_id) {
    world.paypal.approve(wallet_order_id)
    world.tally.add(twice ? 'one of two approvals at the wallet' : 'approval at the wallet')
    await pause(random.between(0, 300))
  }
  const place = { ...own, intent_id, amount, ...(wallet_order_id && { wallet_order_id }) }
  return press(world, random, () => call('POST', student ? '/order/checkout' : '/order/guestCheckout', place))
}
