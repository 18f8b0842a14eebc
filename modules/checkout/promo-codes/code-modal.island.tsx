import { lazy, Suspense } from 'react'
import { island } from '#platform/ui/island.tsx'
import { useLinkDialog } from '#platform/ui/link-dialog.ts'
import { shared } from '#platform/ui/shared.tsx'
import { parseShownCode } from './promo-paths.shared.ts'

const CodeDialog = lazy(() => import('./code-dialog.tsx'))

/**
 * The dialog for adding, changing and deleting codes, opened by links in the list; without scripts the links lead to
 * pages.
 */
export default island('checkout/code-modal', { when: 'idle', shares: shared() }, CodeModal)

function CodeModal() {
  const [dialog, setDialog] = useLinkDialog(parseShownCode)
  if (!dialog) return null
  return (
    <Suspense fallback={null}>
      <CodeDialog {...dialog} onClose={() => setDialog(null)} />
    </Suspense>
  )
}
