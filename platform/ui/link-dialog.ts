import { useEffect, useRef, useState } from 'react'

/**
 * For islands that open in a dialog what links of the page lead to; without scripts the links lead there. `read` says
 * what a link shows, null for other links; it must not change between renders. Returns what is shown and how to show
 * something else; the focus returns to the link.
 */
export function useLinkDialog<T>(read: (link: HTMLAnchorElement) => T | null): [T | null, (shown: T | null) => void] {
  const [shown, setShown] = useState<T | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const wanted = link && isPlain(event) && !link.closest('dialog') ? read(link) : null
      if (!link || wanted === null) return
      event.preventDefault()
      opener.current = whatStays(link)
      setShown(wanted)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [read])
  // Not before the dialog is gone: while it is there, nothing outside can have the focus.
  useEffect(() => {
    if (shown === null) opener.current?.focus()
  }, [shown])
  return [shown, setShown]
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link in a menu goes away with it: the focus then returns to the button that opened the menu. */
function whatStays(link: HTMLElement): HTMLElement {
  const menu = link.closest('[popover]')
  return (menu && document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`)) || link
}
