import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'

const HeldPayment = z.object({
  payment_attempt_id: z.int(),
  order_id: z.int(),
  name: z.string(),
  email: z.string(),
  courses: z.string(),
  total: z.number(),
  provider: z.enum(['authorize_net', 'paypal']),
  transaction_id: z.string().nullable(),
  /** The reason, as worded by the gateway. */
  reason: z.string().nullable(),
  held_since: z.iso.datetime(),
  /** A staff decision that the gateway has not confirmed yet. */
  decision: z.enum(['approve', 'decline']).nullable(),
  can: z.object({ decide: z.boolean() }),
})
export type HeldPayment = z.infer<typeof HeldPayment>

type Row = Omit<HeldPayment, 'total' | 'held_since' | 'can'> & { amount_cents: number; called_at: Date }

const maxPayments = 200

export const fetchHeld = operation({
  call: 'GET /payment/held',
  added: true,
  summary: 'Payments that a gateway holds for review, oldest first, up to 200',
  may: staff('MANAGE_PAYMENTS:READ'),
  takes: z.object({}),
  gives: z.object({ payments: z.array(HeldPayment) }),
  async run({ sql, organization }) {
    const rows = await sql<Row>`
      select a.payment_attempt_id, a.order_id, trim(o.first_name || ' ' || o.last_name) as name, o.email, a.amount_cents,
             a.provider, a.transaction_id, a.reason_text as reason, a.called_at, a.decision,
             (select coalesce(string_agg(i.name, ', ' order by i.order_item_id), '')
              from checkout.order_item i where i.order_id = a.order_id) as courses
      from checkout.payment_attempt a join checkout.customer_order o using (order_id)
      where a.state = 'held' and a.organization_id = any(${sql.array(organization.scope)})
      order by a.called_at, a.payment_attempt_id limit ${maxPayments}`
    return {
      payments: rows.map(({ amount_cents, called_at, ...row }) => ({
        ...row,
        total: toDollars(amount_cents),
        held_since: called_at.toISOString(),
        can: { decide: canBeDecidedHere(row) },
      })),
    }
  },
})

/** Whether staff can decide about a held payment here. Payments by wallet are decided only by the wallet. */
export const canBeDecidedHere = ({ provider, transaction_id }: Pick<Row, 'provider' | 'transaction_id'>): boolean =>
  provider === 'authorize_net' && transaction_id !== null
