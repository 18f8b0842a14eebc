import { type RefCallback, useCallback, useState } from 'react'

/**
 * Where what hangs on a control is put: into the dialog around it, since all else is inert then, or into the page.
 * `container` is null on the server and in the first paint; `place` is the ref of an element around the control.
 */
export function usePortal(): { container: HTMLElement | null; place: RefCallback<HTMLElement> } {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const place = useCallback((element: HTMLElement | null) => {
    if (element) setContainer(element.closest('dialog') ?? document.body)
  }, [])
  return { container, place }
}

/** What hangs on a control of an island. */
export const popupLook =
  'max-h-[min(var(--available-height),20rem)] min-w-48 max-w-(--available-width) overflow-y-auto rounded-lg border bg-popover p-1.5 text-popover-foreground shadow-raised'
