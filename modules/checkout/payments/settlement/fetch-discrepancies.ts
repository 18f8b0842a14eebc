import type { Ctx } from '#platform/ctx.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { listComparedProviders } from './compare-settlement.ts'
import { listComparisons } from './comparison.sql.ts'
import { type FaultKind, faultKinds } from './discrepancy.sql.ts'
import { rootOrganization } from './root-organization.sql.ts'
import { settlementTexts } from './settlement.texts.ts'

const Discrepancy = z.object({
  discrepancy_id: z.int(),
  kind: z.enum(faultKinds),
  /** The kind as text in the caller's language. */
  description: z.string(),
  provider: z.string(),
  transaction_id: z.string(),
  order_id: z.int().nullable(),
  gateway_amount: z.number().nullable(),
  booked_amount: z.number().nullable(),
  found_at: z.iso.datetime(),
})
export type Discrepancy = z.infer<typeof Discrepancy>

const Comparison = z.object({
  provider: z.string(),
  /** Null if it has never completed. */
  compared_until: z.iso.datetime().nullable(),
  /** The failure of the last attempt; null if it succeeded. */
  failed_at: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  /** Whether the last comparison is older than it should be. */
  late: z.boolean(),
})
export type Comparison = z.infer<typeof Comparison>

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

const maxDiscrepancies = 200

export const fetchDiscrepancies = operation({
  call: 'GET /payment/discrepancies',
  added: true,
  summary: 'Discrepancies between the gateways and the books, newest first, up to 200',
  may: staff('MANAGE_PAYMENTS:READ'),
  takes: z.object({}),
  gives: z.object({
    discrepancies: z.array(Discrepancy),
    /** The state of the comparison with each gateway; empty unless the caller's organization owns the gateways. */
    comparisons: z.array(Comparison),
  }),
  async run(ctx) {
    const { sql, organization, locale } = ctx
    const rows = await sql<Row>`
      select discrepancy_id, kind, provider, transaction_id, order_id, gateway_cents, booked_cents, found_at
      from checkout.discrepancy
      where resolved_at is null and organization_id = any(${sql.array(organization.scope)})
      order by found_at desc, discrepancy_id desc limit ${maxDiscrepancies}`
    const dollarsOrNull = (cents: number | null) => (cents === null ? null : toDollars(cents))
    return {
      comparisons: await listVisibleComparisons(ctx),
      discrepancies: rows.map(({ gateway_cents, booked_cents, found_at, ...row }) => ({
        ...row,
        description: localText(locale, settlementTexts, row.kind),
        gateway_amount: dollarsOrNull(gateway_cents),
        booked_amount: dollarsOrNull(booked_cents),
        found_at: found_at.toISOString(),
      })),
    }
  },
})

/** A day, plus the delay of the gateway's list and the time for the comparison. */
const lateMs = 36 * 3_600_000

async function listVisibleComparisons(ctx: Ctx): Promise<Comparison[]> {
  if (!ctx.organization.scope.includes(await rootOrganization(ctx.unscoped))) return []
  const rows = new Map((await listComparisons(ctx)).map((row) => [row.provider, row]))
  return listComparedProviders(ctx).map((provider) => {
    const { compared_until, failed_at, reason } = rows.get(provider) ?? {}
    return {
      provider,
      compared_until: compared_until?.toISOString() ?? null,
      failed_at: failed_at?.toISOString() ?? null,
      reason: reason ?? null,
      late: !compared_until || ctx.now.getTime() - compared_until.getTime() > lateMs,
    }
  })
}
