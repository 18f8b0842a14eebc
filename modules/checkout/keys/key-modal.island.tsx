import { lazy, Suspense } from 'react'
import { island } from '#platform/ui/island.tsx'
import { useLinkDialog } from '#platform/ui/link-dialog.ts'
import { readKeyPath } from './key-place.shared.ts'

const CreateDialog = lazy(() => import('./create-dialog.tsx'))
const AssignDialog = lazy(() => import('./assign-dialog.tsx'))

/** Creates and assigns keys in dialogs above their list; without scripts the links lead to pages. */
export default island('checkout/key-modal', { when: 'idle' }, KeyModal)

function KeyModal() {
  const [shown, setShown] = useLinkDialog(readKeyPath)
  const onClose = () => setShown(null)
  if (!shown) return null
  return (
    <Suspense fallback={null}>
      {shown.action === 'create' ? (
        <CreateDialog onClose={onClose} />
      ) : (
        <AssignDialog chosen={shown.key} onClose={onClose} />
      )}
    </Suspense>
  )
}
