import { lazy, Suspense } from 'react'
import { type AccountPlace, readAccountPath } from '#modules/identity/account/account-place.shared.ts'
import { island } from '#platform/ui/island.tsx'
import { useLinkDialog } from '#platform/ui/link-dialog.ts'
import { shared } from '#platform/ui/shared.tsx'

const AccountDialog = lazy(() => import('./account-dialog.tsx'))

type OpenAccount = { place: AccountPlace; tab: string | null }

/** Opens the accounts that links of this page lead to in a dialog above it; without scripts the links lead there. */
export default island('web/account-modal', { when: 'idle', shares: shared() }, AccountModal)

function AccountModal() {
  const [dialog, setDialog] = useLinkDialog<OpenAccount>(readAccountPath)
  if (!dialog) return null
  return (
    <Suspense fallback={null}>
      <AccountDialog
        {...dialog}
        onClose={() => setDialog(null)}
        onCreated={(place) => setDialog({ place, tab: 'general' })}
      />
    </Suspense>
  )
}
