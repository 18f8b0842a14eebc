import { lazy, Suspense } from 'react'
import { island } from '#platform/ui/island.tsx'
import { useLinkDialog } from '#platform/ui/link-dialog.ts'
import { shared } from '#platform/ui/shared.tsx'
import { parseRefundPath } from './refund-form.shared.ts'

const RefundDialog = lazy(() => import('./refund-dialog.tsx'))

/** The dialog for refunds and voids, opened by links on the page; without scripts the links lead to pages. */
export default island('checkout/refund-modal', { when: 'idle', shares: shared() }, RefundModal)

const parseLink = (link: HTMLAnchorElement) => parseRefundPath(link.pathname)

function RefundModal() {
  const [dialog, setDialog] = useLinkDialog(parseLink)
  if (!dialog) return null
  return (
    <Suspense fallback={null}>
      <RefundDialog {...dialog} onClose={() => setDialog(null)} />
    </Suspense>
  )
}
