import { toDollars } from '../../../platform/money.ts'
import { operation } from '../../../platform/operation.ts'
import { staff } from '../../../platform/permissions.ts'
import { z } from '../../../platform/schema.ts'
import { say } from '../../../platform/texts.ts'
import { type FaultKind, faultKinds } from './discrepancy.sql.ts'
import { settlementTexts } from './settlement.texts.ts'

const Discrepancy = z.object({
  discrepancy_id: z.int(),
  kind: z.enum(faultKinds),
  /** The same in words. */
  description: z.string(),
  provider: z.string(),
  transaction_id: z.string(),
  order_id: z.int().nullable(),
  gateway_amount: z.number().nullable(),
  booked_amount: z.number().nullable(),
  found_at: z.iso.datetime(),
})
export type Discrepancy = z.infer<typeof Discrepancy>

type Row = {
  discrepancy_id: number
  kind: FaultKind
  provider: string
  transaction_id: string
  order_id: number | null
  gateway_cents: number | null
  booked_cents: number | null
  found_at: Date
}

const most = 200

export const fetchDiscrepancies = operation({
  call: 'GET /payment/discrepancies',
  added: true,
  summary: 'Where gateways and the books disagree, newest first, 200 at most',
  may: staff('MANAGE_PAYMENTS:READ'),
  takes: z.object({}),
  gives: z.object({ discrepancies: z.array(Discrepancy) }),
  async run({ sql, organization, locale }) {
    const rows = await sql<Row>`
      select discrepancy_id, kind, provider, transaction_id, order_id, gateway_cents, booked_cents, found_at
      from checkout.discrepancy
      where resolved_at is null and organization_id = any(${sql.array(organization.scope)})
      order by found_at desc, discrepancy_id desc limit ${most}`
    const dollars = (cents: number | null) => (cents === null ? null : toDollars(cents))
    return {
      discrepancies: rows.map(({ gateway_cents, booked_cents, found_at, ...row }) => ({
        ...row,
        description: say(locale, settlementTexts, row.kind),
        gateway_amount: dollars(gateway_cents),
        booked_amount: dollars(booked_cents),
        found_at: found_at.toISOString(),
      })),
    }
  },
})
