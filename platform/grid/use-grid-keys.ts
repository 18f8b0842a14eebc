import type { RefObject } from 'react'
import { useTexts } from '#platform/ui/locale.tsx'
import { useShortcuts } from '#platform/ui/shortcuts.ts'
import { gridWords } from './grid.texts.ts'
import type { GridData } from './grid-data.ts'
import { useSelection } from './grid-selection.shared.ts'
import type { LiveGrid } from './use-grid.ts'

/** The keyboard shortcuts of a list. On a page with several, they belong to the focused one. */
export function useGridKeys(root: RefObject<HTMLElement | null>, data: GridData, grid: LiveGrid): void {
  const t = useTexts(gridWords)
  const { selected, clear } = useSelection(data)
  const isElsewhere = () => {
    const list = document.activeElement?.closest('[data-grid]')
    return list !== null && list !== undefined && list !== root.current
  }
  const rows = () => [...(root.current?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]
  const focused = () => document.activeElement?.closest<HTMLElement>('tbody tr')
  const ifHere = (run: () => unknown) => () => (isElsewhere() ? false : run())

  const move = (by: 1 | -1) => () => {
    if (grid.looked !== null) return void grid.step(by)
    const all = rows()
    const current = focused()
    const to = current ? all[all.indexOf(current) + by] : all[0]
    to?.focus()
    return all.length > 0
  }
  const onRow = (run: (row: HTMLElement) => void) => () => {
    const row = focused()
    if (!row || !root.current?.contains(row)) return false
    run(row)
    return true
  }
  const leaveList = () => {
    if (grid.looked !== null) return grid.look(null)
    if (selected.size === 0) return false
    clear()
    return true
  }
  const look = onRow((row) => grid.look(Number(row.dataset.key)))
  const toBulkBar = () => {
    if (isElsewhere() || selected.size === 0) return false
    root.current?.querySelector<HTMLElement>('[data-bulk] :is(input:not([type=hidden]), button)')?.focus()
    return true
  }
  const tick = onRow((row) => row.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())

  useShortcuts(data.title, [
    {
      key: '/',
      label: t('keySearch'),
      run: ifHere(() => root.current?.querySelector<HTMLElement>('input[type=search]')?.focus()),
    },
    { key: 'j', label: t('nextRow'), run: ifHere(move(1)) },
    { key: 'k', label: t('previousRow'), run: ifHere(move(-1)) },
    ...(data.actions.length > 0
      ? [
          { key: 'x', label: t('keyTick'), run: tick },
          { key: 'b', label: t('keyBulk'), run: toBulkBar },
        ]
      : []),
    { key: 'o', label: t('details'), run: look },
    // The row itself handles Enter; it is listed here for the help.
    { key: 'Enter', label: t('keyMenu'), run: () => false },
    { key: 'Escape', label: t('keyEscape'), run: ifHere(leaveList) },
  ])
}
