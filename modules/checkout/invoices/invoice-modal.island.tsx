import { lazy, Suspense } from 'react'
import { island } from '#platform/ui/island.tsx'
import { useLinkDialog } from '#platform/ui/link-dialog.ts'
import { shared } from '#platform/ui/shared.tsx'
import { parseInvoiceAction } from './invoice-paths.shared.ts'

const GenerateDialog = lazy(() => import('./generate-dialog.tsx'))
const DeleteDialog = lazy(() => import('./delete-dialog.tsx'))

/** `last_month` contains its first and last day, the defaults of the form. */
export type InvoiceModalProps = { last_month: { from: string; to: string } }

/** Dialogs for creating and deleting invoices, opened by links in the list; without scripts the links lead to pages. */
export default island('checkout/invoice-modal', { when: 'idle', shares: shared() }, InvoiceModal)

function InvoiceModal({ last_month }: InvoiceModalProps) {
  const [dialog, setDialog] = useLinkDialog(parseInvoiceAction)
  const onClose = () => setDialog(null)
  if (!dialog) return null
  return (
    <Suspense fallback={null}>
      {dialog.action === 'generate' ? (
        <GenerateDialog last_month={last_month} onClose={onClose} />
      ) : (
        <DeleteDialog invoice_id={dialog.invoice_id} onClose={onClose} />
      )}
    </Suspense>
  )
}
