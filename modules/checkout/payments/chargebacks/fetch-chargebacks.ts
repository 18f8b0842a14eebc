import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { versionOf } from './chargeback.sql.ts'

const Chargeback = z.object({
  chargeback_id: z.int(),
  payment_id: z.int(),
  order_id: z.int(),
  transaction_id: z.string(),
  name: z.string(),
  case_number: z.string(),
  origin: z.enum(['staff', 'gateway']),
  amount: z.number(),
  reason: z.string(),
  received_on: z.iso.date(),
  respond_by: z.iso.date().nullable(),
  state: z.enum(['open', 'won', 'lost']),
  courses: z.enum(['keep', 'stop']).nullable(),
  note: z.string(),
  /** To be sent back with a decision, which is refused if another one was made in the meantime. */
  version: z.string(),
})
export type ChargebackDetails = z.infer<typeof Chargeback>

type Row = Omit<ChargebackDetails, 'amount' | 'version'> & { amount_cents: number }
const maxChargebacks = 200

export const fetchChargebacks = operation({
  call: 'GET /payment/chargebacks',
  added: true,
  summary: 'Chargebacks that wait for a decision, the most pressing first, or all of one payment; up to 200',
  may: staff('MANAGE_PAYMENTS:READ'),
  takes: z.object({ payment_id: id().optional() }),
  gives: z.object({ chargebacks: z.array(Chargeback) }),
  async run({ sql, organization }, { payment_id }) {
    const rows = await sql<Row>`
      select c.chargeback_id, c.payment_id, p.order_id, p.transaction_id,
             trim(o.first_name || ' ' || o.last_name) as name, c.case_number, c.origin, c.amount_cents, c.reason,
             c.received_on::text as received_on, c.respond_by::text as respond_by, c.state, c.courses, c.note
      from checkout.chargeback c
      join checkout.payment p using (payment_id) join checkout.customer_order o using (order_id)
      where c.organization_id = any(${sql.array(organization.scope)})
        and ${payment_id === undefined ? sql`(c.state = 'open' or c.courses is null)` : sql`c.payment_id = ${payment_id}`}
      order by c.respond_by nulls last, c.received_on, c.chargeback_id limit ${maxChargebacks}`
    return {
      chargebacks: rows.map(({ amount_cents, ...row }) => ({
        ...row,
        amount: toDollars(amount_cents),
        version: versionOf(row),
      })),
    }
  },
})
