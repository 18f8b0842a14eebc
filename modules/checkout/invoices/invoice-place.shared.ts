/** The dialog of a link on the invoices page: the form for a new one, or the confirmation before deleting. */
export type InvoiceAction = { action: 'generate' } | { action: 'delete'; invoice_id: number }

export const deletePath = '/manage/invoices/details?invoice_id={key}#delete'
export const generatePath = '/manage/generate-invoice'

/** The action of an address, or null. */
export function readInvoicePath({
  pathname,
  search,
  hash,
}: Pick<URL, 'pathname' | 'search' | 'hash'>): InvoiceAction | null {
  if (pathname === generatePath) return { action: 'generate' }
  const [, invoice_id] = /^\?invoice_id=(\d{1,9})$/.exec(search) ?? []
  if (pathname !== '/manage/invoices/details' || hash !== '#delete' || !invoice_id) return null
  return { action: 'delete', invoice_id: Number(invoice_id) }
}

type Named = { course_name: string; website_name: string; organization_name: string }

/** A course on a website as a choice; the website often has the organization's name. */
export const placeName = ({ course_name, website_name, organization_name }: Named): string =>
  [course_name, ...new Set([website_name, organization_name])].join(' · ')
