import { atom, type PrimitiveAtom, useAtom } from 'jotai'
import { useMemo } from 'react'
import type { GridData } from './grid-data.ts'

/** The ticked rows of a list by their keys, also of its other pages, or all rows that match instead. */
type Selection = { readonly selected: ReadonlySet<number>; readonly matching: boolean }

const emptySelection: Selection = { selected: new Set(), matching: false }
const atoms = new Map<string, PrimitiveAtom<Selection>>()

/** One selection for each list of the page. */
function selectionOf({ grid, prefix }: Place): PrimitiveAtom<Selection> {
  const name = prefix + grid
  const selectionAtom = atoms.get(name) ?? atom(emptySelection)
  atoms.set(name, selectionAtom)
  return selectionAtom
}

type Place = Pick<GridData, 'grid' | 'prefix'>

export type LiveSelection = Selection & {
  select: (keys: Iterable<number>) => void
  toggle: (key: number) => void
  setMatching: (matching: boolean) => void
  clear: () => void
}

/** The selection of a list, shared by its boxes, bulk bar, keys and actions. */
export function useSelection(list: Place): LiveSelection {
  const [selection, set] = useAtom(selectionOf(list))
  const changes = useMemo(
    () => ({
      select: (keys: Iterable<number>) => set({ selected: new Set(keys), matching: false }),
      toggle: (key: number) =>
        set(({ selected }) => {
          const keys = new Set(selected)
          if (!keys.delete(key)) keys.add(key)
          return { selected: keys, matching: false }
        }),
      setMatching: (matching: boolean) => set((before) => ({ ...before, matching })),
      clear: () => set(emptySelection),
    }),
    [set],
  )
  return { ...selection, ...changes }
}
