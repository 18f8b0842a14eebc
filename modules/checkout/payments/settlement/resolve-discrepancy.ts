import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { settlementTexts } from './settlement.texts.ts'

export const resolveDiscrepancy = operation({
  call: 'PUT /payment/resolveDiscrepancy',
  added: true,
  summary: 'Resolves a discrepancy with a note. The first resolution stays',
  may: staff('MANAGE_PAYMENTS:UPDATE'),
  takes: z.object({ discrepancy_id: id(), note: requiredText(settlementTexts.noteMissing, 500) }),
  gives: z.object({}),
  fails: [errors.notFound],
  async run(ctx, { discrepancy_id, note }) {
    const { sql, organization } = ctx
    const message = localText(ctx.locale, settlementTexts, 'resolved')
    const [row] = await sql<{ resolved_at: Date | null; transaction_id: string }>`
      select resolved_at, transaction_id from checkout.discrepancy
      where discrepancy_id = ${discrepancy_id} and organization_id = any(${sql.array(organization.scope)})
      for no key update`
    if (!row) throw errors.notFound()
    if (row.resolved_at) return { message }
    await sql`
      update checkout.discrepancy
      set resolved_at = platform.now(), resolved_by = ${userOf(ctx).user_id}, note = ${note}
      where discrepancy_id = ${discrepancy_id}`
    await ctx.audit({
      action: 'discrepancy.resolve',
      subject: `discrepancy_id:${discrepancy_id}`,
      after: { note, transaction_id: row.transaction_id },
    })
    return { message }
  },
})
