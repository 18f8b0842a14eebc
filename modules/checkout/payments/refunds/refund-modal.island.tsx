import { lazy, Suspense } from 'react'
import { island } from '#platform/ui/island.tsx'
import { useLinkDialog } from '#platform/ui/link-dialog.ts'
import { shared } from '#platform/ui/shared.tsx'
import { readRefundPath } from './refund-form.shared.ts'

const RefundDialog = lazy(() => import('./refund-dialog.tsx'))

/** Opens the refunds and voids that links of this page lead to in a dialog above it; without scripts the links lead there. */
export default island('checkout/refund-modal', { when: 'idle', shares: shared() }, RefundModal)

const wanted = (link: HTMLAnchorElement) => readRefundPath(link.pathname)

function RefundModal() {
  const [shown, setShown] = useLinkDialog(wanted)
  if (!shown) return null
  return (
    <Suspense fallback={null}>
      <RefundDialog {...shown} onClose={() => setShown(null)} />
    </Suspense>
  )
}
