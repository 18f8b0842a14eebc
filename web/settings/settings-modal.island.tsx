import { lazy, Suspense } from 'react'
import { island } from '../../platform/ui/island.tsx'
import { useLinkDialog } from '../../platform/ui/link-dialog.ts'
import { readSettingsPath } from './settings-paths.shared.ts'

const SettingsDialog = lazy(() => import('./settings-dialog.tsx'))

/** Opens the small pages of settings in a dialog above the cards that lead to them; without scripts the links lead there. */
export default island('web/settings-modal', { when: 'idle' }, SettingsModal)

function SettingsModal() {
  const [shown, setShown] = useLinkDialog<string>(readSettingsPath)
  if (!shown) return null
  return (
    <Suspense fallback={null}>
      <SettingsDialog path={shown} onClose={() => setShown(null)} />
    </Suspense>
  )
}
