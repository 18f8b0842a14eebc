import { lazy, Suspense } from 'react'
import { island } from '#platform/ui/island.tsx'
import { useLinkDialog } from '#platform/ui/link-dialog.ts'
import { shared } from '#platform/ui/shared.tsx'
import { parseKeyAction } from './key-paths.shared.ts'

const CreateDialog = lazy(() => import('./create-dialog.tsx'))
const AssignDialog = lazy(() => import('./assign-dialog.tsx'))

/** Dialogs for creating and assigning keys, opened by links in the list; without scripts the links lead to pages. */
export default island('checkout/key-modal', { when: 'idle', shares: shared() }, KeyModal)

function KeyModal() {
  const [dialog, setDialog] = useLinkDialog(parseKeyAction)
  const onClose = () => setDialog(null)
  if (!dialog) return null
  return (
    <Suspense fallback={null}>
      {dialog.action === 'create' ? (
        <CreateDialog onClose={onClose} />
      ) : (
        <AssignDialog chosen={dialog.key} onClose={onClose} />
      )}
    </Suspense>
  )
}
