import { checkoutErrors } from '#modules/checkout/errors.ts'
import { invoiceStatus } from '#modules/checkout/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { ownOrganizationOf } from '#platform/permissions.ts'

export type Invoice = {
  invoice_id: number
  organization_id: number
  organization_name: string
  /** The organization's code. */
  code: string
  /** The time zone for the dates of its lines. */
  time_zone: string
  number: number
  website_id: number
  course_website_id: number | null
  period_start: string
  period_end: string
  lk_invoice_status_id: number
  lk_invoice_language_id: number
  total_cents: number
  paid_cents: number
  due_at: Date
  created_at: Date
}

/** The display name of an invoice: its organization's code and its number, 'LSD-000012'. */
export const invoiceName = ({ code, number }: Pick<Invoice, 'code' | 'number'>): string =>
  `${code}-${String(number).padStart(6, '0')}`

/**
 * Selects an invoice of the caller's organizations; `lock` blocks other changes until the transaction ends. Throws
 * notFound.
 */
export async function selectInvoice(
  { sql, organization }: Pick<Ctx, 'sql' | 'organization'>,
  invoice_id: number,
  { lock = false } = {},
): Promise<Invoice> {
  const [invoice] = await sql<Invoice>`
    select i.invoice_id, i.organization_id, o.name as organization_name, o.code, o.time_zone, i.number, i.website_id,
           i.course_website_id, i.period_start::text, i.period_end::text, i.lk_invoice_status_id,
           i.lk_invoice_language_id, i.total_cents, i.paid_cents, i.due_at, i.created_at
    from checkout.invoice i
    join identity.v_organization o on o.organization_id = i.organization_id
    where i.invoice_id = ${invoice_id} and i.organization_id = any(${sql.array(organization.scope)})
    ${lock ? sql`for no key update of i` : sql``}`
  if (!invoice) throw errors.notFound()
  return invoice
}

/**
 * Whether the caller may create, pay and delete invoices of an organization. This is up to staff of its parents; its
 * own staff may only read them, unless it has no parent.
 */
export async function maySettleWith(ctx: Pick<Ctx, 'sql' | 'actor'>, organization_id: number): Promise<boolean> {
  if (ownOrganizationOf(ctx) !== organization_id) return true
  const [organization] = await ctx.sql<{ is_root: boolean }>`
    select parent_organization_id is null as is_root from identity.v_organization where organization_id = ${organization_id}`
  return organization?.is_root ?? false
}

/** Throws parentSettlesInvoices if the caller may not settle with the organization. */
export async function requireSettler(ctx: Pick<Ctx, 'sql' | 'actor'>, organization_id: number): Promise<void> {
  if (!(await maySettleWith(ctx, organization_id))) throw checkoutErrors.parentSettlesInvoices()
}

/** The unpaid amount, regardless of its direction. */
export const openCents = ({ total_cents, paid_cents, lk_invoice_status_id }: Invoice): number =>
  lk_invoice_status_id === invoiceStatus.Void ? 0 : Math.abs(total_cents) - paid_cents
