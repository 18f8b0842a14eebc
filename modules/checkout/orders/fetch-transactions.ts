import { lk_payment_status, lk_payment_type } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { label } from '#platform/lookups.ts'
import { operation } from '#platform/operation.ts'
import { holds, signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import type { Locale } from '#platform/texts.ts'
import { amountsInDollars, type PaymentRow } from './payment-amounts.ts'

const Transaction = z.object({
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
  lk_payment_type_id: z.int(),
  /** 'Visa 1111', or the payment type if no card is known. */
  payment_method: z.string(),
  lk_payment_status_id: z.int(),
  /** The status in the caller's language. */
  status: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

const maxTransactions = 200

export const fetchTransactions = operation({
  call: 'GET /user/transaction/fetch',
  summary: 'The payment history of a person (`userId`, by default the caller) or of an organization (by its code)',
  may: signedIn,
  takes: z.object({
    userId: z
      .string()
      .regex(/^(\d{1,9}|[A-Za-z0-9]{3})$/)
      .nullish(),
  }),
  gives: z.object({ data: z.array(Transaction) }),
  async run(ctx, { userId }) {
    const rows = await ctx.sql<Row>`
      select payment_id, transaction_id, course_name, total_cents, tax_cents, refund_cents,
             charged_back_cents, kept_cents, lk_payment_status_id, lk_payment_type_id,
             brand, last_4, created_at, updated_at
      from checkout.v_payment
      where ${payerSql(ctx, userId ?? null)}
      order by created_at desc, payment_id desc
      limit ${maxTransactions}`
    return {
      data: rows.map(({ created_at, updated_at, brand, last_4, ...row }) => ({
        ...row,
        ...amountsInDollars(row),
        payment_method: describePaymentMethod(ctx.locale, { ...row, brand, last_4 }),
        status: label(lk_payment_status, row.lk_payment_status_id, ctx.locale),
        created_at: created_at.toISOString(),
        updated_at: updated_at.toISOString(),
      })),
    }
  },
})

type Row = Method & PaymentRow

type Method = { lk_payment_type_id: number; brand: string | null; last_4: string | null }

/** Describes a payment method: 'Visa 1111', or its type if no card is known. */
function describePaymentMethod(locale: Locale, { lk_payment_type_id, brand, last_4 }: Method): string {
  const cardLabel = [brand, last_4].filter(Boolean).join(' ')
  return cardLabel || label(lk_payment_type, lk_payment_type_id, locale)
}

/**
 * A condition for the selected payments: the caller's own, or for staff with MANAGE_PAYMENTS:READ those of a person (a
 * numeric id) or an organization (a code) in their scope.
 */
function payerSql(ctx: Ctx, userId: string | null): Fragment {
  const { sql, organization } = ctx
  const caller = userOf(ctx).user_id
  if (userId === null || Number(userId) === caller) return sql`user_id = ${caller}`
  if (!holds(ctx.actor, 'MANAGE_PAYMENTS:READ')) throw errors.notFound()
  const inScope = sql`organization_id = any(${sql.array(organization.scope)})`
  if (/^\d+$/.test(userId)) return sql`user_id = ${Number(userId)} and ${inScope}`
  return sql`organization_code = ${userId.toUpperCase()} and ${inScope}`
}
