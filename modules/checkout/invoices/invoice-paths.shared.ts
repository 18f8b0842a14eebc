import { rowPath } from '#platform/grid/row-path.ts'
import { pathTo } from '#platform/path-to.ts'

/** The dialog that a link on the invoices page opens: the form for a new invoice, or the confirmation of a deletion. */
export type InvoiceAction = { action: 'generate' } | { action: 'delete'; invoice_id: number }

export const deletePath = rowPath('/manage/invoices/details', { query: { invoice_id: '{key}' }, hash: 'delete' })
export const generatePath = pathTo('/manage/generate-invoice')

/** The action of a link's URL, or null. */
export function parseInvoiceAction({
  pathname,
  search,
  hash,
}: Pick<URL, 'pathname' | 'search' | 'hash'>): InvoiceAction | null {
  if (pathname === generatePath) return { action: 'generate' }
  const [, invoice_id] = /^\?invoice_id=(\d{1,9})$/.exec(search) ?? []
  if (pathname !== pathTo('/manage/invoices/details') || hash !== '#delete' || !invoice_id) return null
  return { action: 'delete', invoice_id: Number(invoice_id) }
}

type PlaceNames = { course_name: string; website_name: string; organization_name: string }

/** The label of a course on a website. Omits the website's name if the organization has the same. */
export const placeName = ({ course_name, website_name, organization_name }: PlaceNames): string =>
  [course_name, ...new Set([website_name, organization_name])].join(' · ')
