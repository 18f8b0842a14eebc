import type { Desk } from '../refunds/refunds.fixture.ts'
import { compareSettlement } from './compare-settlement.ts'
import { readNotifications } from './read-notifications.ts'

export const events = {
  refund: 'net.authorize.payment.refund.created',
  void: 'net.authorize.payment.void.created',
  capture: 'net.authorize.payment.authcapture.created',
  approved: 'net.authorize.payment.fraud.approved',
} as const

/** What the gateway tells us, what somebody does at its own desk, and what the books make of it. */
export function openGatewayDesk({ app, simulator, staff }: Desk) {
  const { gateway } = app.gateway
  const system = () => app.ctx({ kind: 'system', name: 'test' })
  return {
    /** Somebody signed in to the gateway itself. */
    console: {
      void: (transaction_id: string) => gateway.void(transaction_id),
      refund: async (transaction_id: string, amount_cents: number) => {
        const attempt = `console${Math.random().toString(36).slice(2, 10)}`
        const { transaction_id: refund } = await gateway.refund({
          transaction_id,
          amount_cents,
          last_4: '1111',
          attempt,
        })
        return refund!
      },
    },
    notify: (transaction_id: string, event: keyof typeof events) =>
      simulator.notification(transaction_id, events[event]),
    deliver: async (body: string, signature?: string) => {
      const headers = { 'content-type': 'application/json', ...(signature && { 'x-anet-signature': signature }) }
      return (await app.app.request('http://localhost:3000/webhooks/authorize-net', { method: 'POST', headers, body }))
        .status
    },
    read: async () => readNotifications(await system()),
    compare: async () => compareSettlement(await system()),
    disputes: async (): Promise<{ kind: string; transaction_id: string; discrepancy_id: number }[]> =>
      (await staff.get('/payment/discrepancies')).body.discrepancies,
  }
}
