import { lazy, Suspense } from 'react'
import { island } from '#platform/ui/island.tsx'
import { useLinkDialog } from '#platform/ui/link-dialog.ts'
import { readRefundPath } from './refund-form.shared.ts'

const RefundDialog = lazy(() => import('./refund-dialog.tsx'))

/** Opens this page's refund and void links in a dialog; without scripts the links lead to pages. */
export default island('checkout/refund-modal', { when: 'idle' }, RefundModal)

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
