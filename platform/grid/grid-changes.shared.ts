import { atom, useSetAtom } from 'jotai'
import { useCallback } from 'react'

/** Counts the changes by other parts of the page to what its lists show. */
export const gridChanges = atom(0)

/** Returns a function that makes the lists of the page read their rows again. */
export function useRefreshGrid(): () => void {
  const setChanges = useSetAtom(gridChanges)
  return useCallback(() => setChanges((changes) => changes + 1), [setChanges])
}
