import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { island } from '../../../platform/ui/island.tsx'
import { readRefundPath } from './refund-form.shared.ts'

const RefundDialog = lazy(() => import('./refund-dialog.tsx'))

/** Opens the refunds and voids that links of this page lead to in a dialog above it; without scripts the links lead there. */
export default island('checkout/refund-modal', { when: 'idle' }, RefundModal)

function RefundModal() {
  const [shown, setShown] = useState<ReturnType<typeof readRefundPath>>(null)
  const opener = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const wanted = link && isPlain(event) && readRefundPath(link.pathname)
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
      <RefundDialog {...shown} onClose={() => setShown(null)} />
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
