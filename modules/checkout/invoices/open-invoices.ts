import { invoiceChanged } from '#modules/checkout/facts.ts'
import { invoiceStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { holds, ownOrganizationOf } from '#platform/permissions.ts'

/** Marks open invoices past their due date as overdue. */
export async function markOverdueInvoices(ctx: Ctx): Promise<void> {
  await ctx.tx(async (inner) => {
    const overdue = await inner.sql<{ invoice_id: number }>`
      update checkout.invoice set lk_invoice_status_id = ${invoiceStatus.Overdue}, updated_at = platform.now()
      where lk_invoice_status_id = ${invoiceStatus.Open} and due_at <= platform.now()
      returning invoice_id`
    for (const { invoice_id } of overdue) {
      await inner.audit({ action: 'invoice.overdue', subject: `invoice_id:${invoice_id}` })
      await inner.emit(invoiceChanged, { invoice_id, change: 'overdue' })
    }
  })
}

/**
 * The number of invoices that the caller has to pay or settle, for the notification badge. Excludes amounts that a
 * parent owes to the caller's own organization.
 */
export async function countOpenInvoices(ctx: Ctx): Promise<number> {
  const { sql, organization, actor } = ctx
  if (!holds(actor, 'MANAGE_INVOICE_PAYMENTS:READ')) return 0
  const own_id = ownOrganizationOf(ctx)
  const [count] = await sql<{ open: number }>`
    select count(*)::int as open from checkout.invoice
    where organization_id = any(${sql.array(organization.scope)})
      and lk_invoice_status_id in (${invoiceStatus.Open}, ${invoiceStatus.Overdue})
      and (organization_id <> ${own_id} or total_cents < 0 or exists (
        select from identity.v_organization o
        where o.organization_id = ${own_id} and o.parent_organization_id is null))`
  return count!.open
}
