import { lazy, Suspense } from 'react'
import { island } from '#platform/ui/island.tsx'
import { useLinkDialog } from '#platform/ui/link-dialog.ts'
import { readSettingsPath } from './settings-paths.shared.ts'

const SettingsDialog = lazy(() => import('./settings-dialog.tsx'))

/** Opens small settings pages in a dialog over the cards that lead to them. Without JavaScript, the links open the pages. */
export default island('web/settings-modal', { when: 'idle' }, SettingsModal)

function SettingsModal() {
  const [path, setPath] = useLinkDialog<string>(readSettingsPath)
  if (!path) return null
  return (
    <Suspense fallback={null}>
      <SettingsDialog path={path} onClose={() => setPath(null)} />
    </Suspense>
  )
}
