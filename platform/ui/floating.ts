import { type RefCallback, useCallback, useState } from 'react'

/**
 * The container for popups: the surrounding dialog, since everything else is inert then, or the page. `container` is
 * null on the server and in the first paint; `place` is the ref of an element around the control.
 */
export function usePortal(): { container: HTMLElement | null; place: RefCallback<HTMLElement> } {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const place = useCallback((element: HTMLElement | null) => {
    if (element) setContainer(element.closest('dialog') ?? document.body)
  }, [])
  return { container, place }
}

/** The look of an island's popups. */
export const popupClasses =
  'max-h-[min(var(--available-height),20rem)] min-w-48 max-w-(--available-width) overflow-y-auto rounded-lg border bg-popover p-1.5 text-popover-foreground shadow-raised'
