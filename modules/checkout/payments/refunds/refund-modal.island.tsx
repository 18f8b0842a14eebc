import { lazy, Suspense } from 'react'
import { island } from '#platform/ui/island.tsx'
import { useLinkDialog } from '#platform/ui/link-dialog.ts'
import { shared } from '#platform/ui/shared.tsx'
import { readRefundPath } from './refund-form.shared.ts'

const RefundDialog = lazy(() => import('./refund-dialog.tsx'))

/** Opens the refunds and voids that links of this page lead to in a dialog above it; without scripts the links lead there. */
export default island('checkout/refund-modal', { when: 'idle', shares: shared() }, RefundModal)

const pathOf = (link: HTMLAnchorElement) => readRefundPath(link.pathname)

function RefundModal() {
  const [dialog, setDialog] = useLinkDialog(pathOf)
  if (!dialog) return null
  return (
    <Suspense fallback={null}>
      <RefundDialog {...dialog} onClose={() => setDialog(null)} />
    </Suspense>
  )
}
