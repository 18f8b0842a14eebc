import { listOnePerson } from '#modules/identity/index.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { holds, staff, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { type ApprovalCause, approvalCauses } from './approval-cause.ts'
import type { Way } from './refund-attempt.sql.ts'
import { refundTexts } from './refunds.texts.ts'

const Line = z.object({
  order_item_id: z.int(),
  name: z.string(),
  amount: z.number(),
  /** The effect on its course; null if it opened none. */
  ends_enrolment: z.boolean().nullable(),
})

const AwaitingRefund = z.object({
  refund_attempt_id: z.int(),
  payment_id: z.int(),
  order_id: z.int(),
  transaction_id: z.string(),
  asked: z.enum(['refund', 'void']),
  amount: z.number(),
  total: z.number(),
  /** The buyer's name. */
  name: z.string(),
  lines: z.array(Line),
  cause: z.enum(approvalCauses),
  /** The cause as text in the caller's language. */
  description: z.string(),
  /** Null for staff of an organization above. */
  asked_by: z.string().nullable(),
  asked_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  can: z.object({ decide: z.boolean(), take_back: z.boolean() }),
})
export type AwaitingRefund = z.infer<typeof AwaitingRefund>

type Row = {
  refund_attempt_id: number
  payment_id: number
  order_id: number
  buyer_id: number
  transaction_id: string
  asked: Way
  amount_cents: number
  total_cents: number
  name: string
  lines: (Omit<z.infer<typeof Line>, 'amount'> & { amount_cents: number })[]
  cause: ApprovalCause
  asked_by_id: number
  asked_by: string | null
  asked_at: Date
  expires_at: Date
}

const max = 200

const causeTexts = { sum: 'causeSum', day: 'causeDay', own: 'causeOwn' } as const satisfies Record<
  ApprovalCause,
  string
>

export const fetchAwaiting = operation({
  call: 'GET /payment/awaitingRefunds',
  added: true,
  summary: 'Refunds and voids waiting for a second approval, oldest first, up to 200',
  may: staff('MANAGE_PAYMENTS:READ'),
  takes: z.object({}),
  gives: z.object({ refunds: z.array(AwaitingRefund) }),
  async run(ctx) {
    const { sql, organization, actor, locale } = ctx
    const rows = await sql<Row>`
      select r.refund_attempt_id, p.payment_id, p.order_id, o.user_id as buyer_id, p.transaction_id, r.asked,
             r.amount_cents, p.total_cents,
             trim(o.first_name || ' ' || o.last_name) as name, a.cause, a.asked_by as asked_by_id, a.asked_at,
             a.expires_at, parts.lines, trim(who.first_name || ' ' || who.last_name) as asked_by
      from checkout.refund_approval a
      join checkout.refund_attempt r using (refund_attempt_id)
      join checkout.payment p on p.payment_id = r.payment_id
      join checkout.customer_order o on o.order_id = p.order_id
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object(
          'order_item_id', i.order_item_id, 'name', i.name, 'amount_cents', l.amount_cents,
          'ends_enrolment', case when i.student_course_id is not null then l.ends_enrolment end)
          order by i.order_item_id), '[]') as lines
        from checkout.refund_line l join checkout.order_item i using (order_item_id)
        where l.refund_attempt_id = r.refund_attempt_id
      ) parts
      left join identity.v_person who on who.user_id = a.asked_by
      where a.decision is null and a.expires_at > platform.now()
        and a.organization_id = any(${sql.array(organization.scope)})
      order by a.asked_at, a.refund_attempt_id limit ${max}`
    const canUpdate = holds(actor, 'MANAGE_PAYMENTS:UPDATE')
    const me = userOf(ctx).user_id
    const ownIds = await listOnePerson(ctx, me)
    return {
      refunds: rows.map(({ buyer_id, ...row }) => ({
        ...row,
        lines: row.lines.map(({ amount_cents, ...line }) => ({ ...line, amount: toDollars(amount_cents) })),
        amount: toDollars(row.amount_cents),
        total: toDollars(row.total_cents),
        description: localText(locale, refundTexts, causeTexts[row.cause]),
        asked_at: row.asked_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        can: {
          decide: canUpdate && !ownIds.has(row.asked_by_id) && !ownIds.has(buyer_id),
          take_back: canUpdate && row.asked_by_id === me,
        },
      })),
    }
  },
})
