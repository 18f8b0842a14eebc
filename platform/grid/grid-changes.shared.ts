import { atom, useSetAtom } from 'jotai'
import { useCallback } from 'react'

/** How often something beside the lists of the page has changed what they show. */
export const gridChanges = atom(0)

/** Returns what makes the lists of the page read their rows again. */
export function useRefreshGrid(): () => void {
  const setChanges = useSetAtom(gridChanges)
  return useCallback(() => setChanges((changes) => changes + 1), [setChanges])
}
