import { openRandom, pause, type Random } from './random.ts'
import type { World } from './world.ts'

type GatewayNotification = { path: string; body: string; headers: Record<string, string>; due: number; tries: number }

/**
 * Delivers the gateways' notifications: some are lost, some come several times or a hundred times, all of them late and
 * in any order. A refused one is delivered again a few times.
 */
export function openNotifier(world: World, seed: number) {
  const random = openRandom(seed)
  const delivered = new Set<string>()
  let pending: GatewayNotification[] = []
  let isStopped = false

  async function deliverDue(until: number): Promise<void> {
    const now = pending.filter(({ due }) => due <= until).toSorted((a, b) => a.due - b.due)
    pending = pending.filter(({ due }) => due > until)
    for (let index = 0; index < now.length; index += 8) {
      const undelivered = await Promise.all(
        now.slice(index, index + 8).map((notification) => deliver(world, notification)),
      )
      pending.push(...undelivered.flatMap((notification) => notification ?? []))
    }
  }
  async function run(): Promise<void> {
    while (!isStopped) {
      await pause(500)
      pending.push(...collect(world, random, delivered))
      await deliverDue(Date.now())
    }
  }
  const loop = run().catch((error: unknown) => error)
  return {
    /** Delivers everything that is on its way. */
    async deliverAll(): Promise<void> {
      pending.push(...collect(world, random, delivered))
      for (let rounds = 0; pending.length > 0 && rounds < 8; rounds++) await deliverDue(Number.POSITIVE_INFINITY)
    },
    async stop(): Promise<void> {
      isStopped = true
      const failure = await loop
      if (failure) throw failure
    },
  }
}

async function deliver(world: World, notification: GatewayNotification): Promise<GatewayNotification | null> {
  const { path, body, headers, tries } = notification
  const options = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
  const response = await fetch(`${world.origin}${path}`, { ...options, signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  )
  await response?.body?.cancel()
  if (response?.ok) {
    world.tally.add('notification delivered')
    return null
  }
  if (response && response.status < 500) throw new Error(`a notification was refused: ${response.status}`)
  return tries < 5 ? { ...notification, tries: tries + 1, due: Date.now() + 2_000 } : null
}

/** Notifications about everything that has changed since. */
function collect(world: World, random: Random, known: Set<string>): GatewayNotification[] {
  return eventsOf(world).flatMap(({ event, id, make }) => {
    const name = `${event} ${id}`
    if (known.has(name)) return []
    known.add(name)
    return copiesOf(world, random, make())
  })
}

type Outgoing = Pick<GatewayNotification, 'path' | 'body' | 'headers'>

function copiesOf({ tally }: World, random: Random, notification: Outgoing): GatewayNotification[] {
  if (random.chance(0.15)) {
    tally.add('notification lost')
    return []
  }
  const copies = random.chance(0.01) ? 100 : random.chance(0.3) ? random.between(2, 5) : 1
  if (copies > 1) tally.add(copies === 100 ? 'notification a hundred times' : 'notification several times')
  return Array.from({ length: copies }, () => ({
    ...notification,
    due: Date.now() + random.between(0, 20_000),
    tries: 0,
  }))
}

function eventsOf(world: World): { event: string; id: string; make: () => Outgoing }[] {
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
