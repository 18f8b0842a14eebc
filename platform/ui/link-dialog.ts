import { useEffect, useRef, useState } from 'react'

/**
 * Opens the targets of the page's links in a dialog; without scripts the links are plain links. `read` maps a link to
 * its dialog state, null for other links; it must not change between renders. Returns the state and its setter; the
 * focus returns to the link.
 */
export function useLinkDialog<T>(read: (link: HTMLAnchorElement) => T | null): [T | null, (value: T | null) => void] {
  const [dialog, setDialog] = useState<T | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const next = link && isPlain(event) && !link.closest('dialog') ? read(link) : null
      if (!link || next === null) return
      event.preventDefault()
      opener.current = focusTarget(link)
      setDialog(next)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [read])
  // Only after the dialog is gone: before that, nothing outside it can have the focus.
  useEffect(() => {
    if (dialog === null) opener.current?.focus()
  }, [dialog])
  return [dialog, setDialog]
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link in a menu disappears with it, so the focus returns to the menu's button. */
function focusTarget(link: HTMLElement): HTMLElement {
  const menu = link.closest('[popover]')
  return (menu && document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`)) || link
}
