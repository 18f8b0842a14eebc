import { openRandom, pause, type Random } from './random.ts'
import type { World } from './world.ts'

type Email = { path: string; body: string; headers: Record<string, string>; due: number; tries: number }

/**
 * Delivers the gateways' notifications: some are lost, some come several times or a hundred times, all of them late and
 * in any order. A refused one is delivered again a few times.
 */
export function openPostman(world: World, seed: number) {
  const random = openRandom(seed)
  const delivered = new Set<string>()
  let bag: Email[] = []
  let stopped = false

  async function withCarriedParams(until: number): Promise<void> {
    const now = bag.filter(({ due }) => due <= until).toSorted((a, b) => a.due - b.due)
    bag = bag.filter(({ due }) => due > until)
    for (let at = 0; at < now.length; at += 8) {
      const brought = await Promise.all(now.slice(at, at + 8).map((email) => bring(world, email)))
      bag.push(...brought.flatMap((again) => again ?? []))
    }
  }
  async function run(): Promise<void> {
    while (!stopped) {
      await pause(500)
      bag.push(...collect(world, random, delivered))
      await withCarriedParams(Date.now())
    }
  }
  const running = run().catch((error: unknown) => error)
  return {
    /** Delivers everything that is on its way. */
    async empty(): Promise<void> {
      bag.push(...collect(world, random, delivered))
      for (let rounds = 0; bag.length > 0 && rounds < 8; rounds++) await withCarriedParams(Number.POSITIVE_INFINITY)
    },
    async stop(): Promise<void> {
      stopped = true
      const failure = await running
      if (failure) throw failure
    },
  }
}

async function bring(world: World, email: Email): Promise<Email | null> {
  const { path, body, headers, tries } = email
  const options = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
  const response = await fetch(`${world.origin}${path}`, { ...options, signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  )
  await response?.body?.cancel()
  if (response?.ok) {
    world.tally.add('notification brought')
    return null
  }
  if (response && response.status < 500) throw new Error(`a notification was refused: ${response.status}`)
  return tries < 5 ? { ...email, tries: tries + 1, due: Date.now() + 2_000 } : null
}

/** Notifications about everything that has changed since. */
function collect(world: World, random: Random, known: Set<string>): Email[] {
  return eventsOf(world).flatMap(({ event, id, make }) => {
    const name = `${event} ${id}`
    if (known.has(name)) return []
    known.add(name)
    return copiesOf(world, random, make())
  })
}

type OutgoingEmail = Pick<Email, 'path' | 'body' | 'headers'>

function copiesOf({ tally }: World, random: Random, email: OutgoingEmail): Email[] {
  if (random.chance(0.15)) {
    tally.add('notification lost')
    return []
  }
  const copies = random.chance(0.01) ? 100 : random.chance(0.3) ? random.between(2, 5) : 1
  if (copies > 1) tally.add(copies === 100 ? 'notification a hundred times' : 'notification several times')
  return Array.from({ length: copies }, () => ({ ...email, due: Date.now() + random.between(0, 20_000), tries: 0 }))
}

function eventsOf(world: World): { event: string; id: string; make: () => OutgoingEmail }[] {
  const { gateway, paypal } = world
  const ofCard = (event: string) => (transaction: { transaction_id: string }) => ({
    event,
    id: transaction.transaction_id,
    make() {
      const { body, header } = gateway.notification(transaction.transaction_id, `net.authorize.payment.${event}`)
      return { path: '/webhooks/authorize-net', body, headers: { 'x-anet-signature': header } }
    },
  })
  const ofWallet = (event: string) => (transaction: { transaction_id: string }) => ({
    event,
    id: transaction.transaction_id,
    make: () => ({ path: '/webhooks/paypal', ...paypal.notification(transaction.transaction_id, event) }),
  })
  const [cards, wallet] = [gateway.ledger(), paypal.ledger()]
  return [
    ...cards.captures.map(ofCard('authcapture.created')),
    ...cards.refunds.map(ofCard('refund.created')),
    ...cards.voids.map(ofCard('void.created')),
    ...wallet.captures.map(ofWallet('PAYMENT.CAPTURE.COMPLETED')),
    ...wallet.refunds.map(ofWallet('PAYMENT.CAPTURE.REFUNDED')),
  ]
}
