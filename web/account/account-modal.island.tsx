import { lazy, Suspense } from 'react'
import { type AccountPlace, readAccountPath } from '#modules/identity/account/account-place.shared.ts'
import { island } from '#platform/ui/island.tsx'
import { useLinkDialog } from '#platform/ui/link-dialog.ts'

const AccountDialog = lazy(() => import('./account-dialog.tsx'))

type Shown = { place: AccountPlace; tab: string | null }

/** Opens this page's account links in a dialog; without scripts the links lead to pages. */
export default island('web/account-modal', { when: 'idle' }, AccountModal)

function AccountModal() {
  const [shown, setShown] = useLinkDialog<Shown>(readAccountPath)
  if (!shown) return null
  return (
    <Suspense fallback={null}>
      <AccountDialog
        {...shown}
        onClose={() => setShown(null)}
        onCreated={(place) => setShown({ place, tab: 'general' })}
      />
    </Suspense>
  )
}
