import { lazy, Suspense } from 'react'
import { island } from '#platform/ui/island.tsx'
import { useLinkDialog } from '#platform/ui/link-dialog.ts'
import { shared } from '#platform/ui/shared.tsx'
import { readInvoicePath } from './invoice-place.shared.ts'

const GenerateDialog = lazy(() => import('./generate-dialog.tsx'))
const DeleteDialog = lazy(() => import('./delete-dialog.tsx'))

/** `last_month`: its first and last day, the form's defaults. */
export type InvoiceModalProps = { last_month: { from: string; to: string } }

/** Makes and deletes invoices in dialogs above their list; without scripts the links lead to pages. */
export default island('checkout/invoice-modal', { when: 'idle', shares: shared() }, InvoiceModal)

function InvoiceModal({ last_month }: InvoiceModalProps) {
  const [dialog, setDialog] = useLinkDialog(readInvoicePath)
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
