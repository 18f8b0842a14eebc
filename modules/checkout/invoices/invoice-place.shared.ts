import { rowPath } from '#platform/grid/row-path.ts'
import { pathTo } from '#platform/path-to.ts'

/** The dialog opened by a link on the page of invoices: the form of a new one, or the confirmation of a deletion. */
export type InvoiceAction = { action: 'generate' } | { action: 'delete'; invoice_id: number }

export const deletePath = rowPath('/manage/invoices/details', { query: { invoice_id: '{key}' }, hash: 'delete' })
export const generatePath = pathTo('/manage/generate-invoice')

/** The action of an address, or null. */
export function readInvoicePath({
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

/** A course on a website as a choice; the website often has the organization's name. */
export const placeName = ({ course_name, website_name, organization_name }: PlaceNames): string =>
  [course_name, ...new Set([website_name, organization_name])].join(' · ')
