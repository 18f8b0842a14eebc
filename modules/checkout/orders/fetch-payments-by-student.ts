import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { count, id, optionalText, z } from '#platform/schema.ts'
import { amountsInDollars, type PaymentRow } from './payment-amounts.ts'

export const fetchPaymentsByStudent = operation({
  call: 'GET /payment/fetchPaymentsByStudentId',
  summary: "A student's payments on the sites of the caller's organizations, newest first",
  may: staff('MANAGE_PAYMENTS:READ'),
  takes: z.object({ user_id: id(), sort_by: optionalText(40), limit: count(1, 200).nullish() }),
  gives: z.object({
    payments: z.array(
      z.object({
        payment_id: z.int(),
        transaction_id: z.string(),
        course_name: z.string().nullable(),
        total: z.number(),
        /** Included in the total. */
        tax: z.number(),
        refund_amount: z.number(),
        /** Lost chargebacks. */
        charged_back: z.number(),
        /** The total minus refunds and lost chargebacks; 0 if voided. */
        amount_paid: z.number(),
        lk_payment_status_id: z.int(),
        created_at: z.iso.datetime(),
        updated_at: z.iso.datetime(),
      }),
    ),
  }),
  async run({ sql, organization }, { user_id, limit }) {
    const rows = await sql<PaymentRow>`
      select payment_id, transaction_id, course_name, total_cents, tax_cents, refund_cents,
             charged_back_cents, kept_cents, lk_payment_status_id, created_at, updated_at
      from checkout.v_payment
      where user_id = ${user_id} and organization_id = any(${sql.array(organization.scope)})
      order by created_at desc, payment_id desc
      limit ${limit ?? 200}`
    return {
      payments: rows.map(({ created_at, updated_at, ...row }) => ({
        ...row,
        ...amountsInDollars(row),
        created_at: created_at.toISOString(),
        updated_at: updated_at.toISOString(),
      })),
    }
  },
})
