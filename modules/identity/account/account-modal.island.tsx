import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { island } from '../../../platform/ui/island.tsx'
import { type AccountPlace, type AccountTab, readAccountPath } from './account-place.shared.ts'

const AccountDialog = lazy(() => import('./account-dialog.tsx'))

type Shown = { place: AccountPlace; tab: AccountTab }

/** Opens the accounts that links of this page lead to in a dialog above it; without scripts the links lead there. */
export default island('identity/account-modal', { when: 'idle' }, AccountModal)

function AccountModal() {
  const [shown, setShown] = useState<Shown | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const wanted = link && isPlain(event) && !link.closest('dialog') && readAccountPath(link)
      if (!wanted) return
      event.preventDefault()
      opener.current = whatStays(link)
      setShown(wanted)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
  // Not before the dialog is gone: while it is there, nothing outside can have the focus.
  useEffect(() => {
    if (!shown) opener.current?.focus()
  }, [shown])
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

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link in a menu goes away with it: the focus then returns to the button that opened the menu. */
function whatStays(link: HTMLElement): HTMLElement {
  const menu = link.closest('[popover]')
  return (menu && document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`)) || link
}
