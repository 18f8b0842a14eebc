import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { gridChanges } from './grid-changes.shared.ts'
import type { GridData } from './grid-data.ts'
import { useSelection } from './grid-selection.shared.ts'
import { readState, splitParams } from './grid-state.shared.ts'
import { type GridActions, useGridActions } from './use-grid-actions.ts'
import { type GridLayout, useGridLayout } from './use-grid-layout.ts'
import { type GridRows, hrefNow, useGridRows } from './use-grid-rows.ts'
import { type ShownRow, useRowPanel } from './use-row-panel.ts'

export type LiveGrid = Pick<GridRows, 'current' | 'busy' | 'ticked' | 'show' | 'arrange'> &
  Pick<GridLayout, 'widths' | 'widen'> &
  GridActions &
  ShownRow

/** The state of one grid on the page; `grid-selection.shared.ts` stores the selection. */
export function useGrid(data: GridData): LiveGrid {
  const layout = useGridLayout(data)
  const rows = useGridRows(data, layout)
  useAddress(data, rows)
  useChanges(rows)
  useForgottenSelection(data)
  const { current, busy, ticked, show, arrange } = rows
  const { widths, widen } = layout
  const actions = useGridActions(data, rows)
  return { current, busy, ticked, show, arrange, widths, widen, ...actions, ...useRowPanel(data, rows) }
}

/** The address names the shown state, and the browser's Back shows the state of its address. */
function useAddress(data: GridData, { show, columnsNow }: GridRows): void {
  // A view that opened by default is named in the address, so that the address still means the same later.
  useEffect(() => {
    if (data.state.view) history.replaceState(history.state, '', hrefNow(data, data.state))
  }, [data])
  useEffect(() => {
    const onBack = () => {
      const state = readState(splitParams(new URLSearchParams(location.search), data.prefix).own, data)
      void show({ ...state, columns: columnsNow() }, { back: true })
    }
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [data, show, columnsNow])
}

/** Reads the rows again after another island of the page has changed them. */
function useChanges({ current: { state }, show, columnsNow }: GridRows): void {
  const changes = useAtomValue(gridChanges)
  const seenChanges = useRef(changes)
  useEffect(() => {
    if (changes === seenChanges.current) return
    seenChanges.current = changes
    void show({ ...state, columns: columnsNow() }, { back: true })
  }, [changes, state, show, columnsNow])
}

/** A list that leaves the page clears its selection. */
function useForgottenSelection(data: GridData): void {
  const { clear } = useSelection(data)
  useEffect(() => clear, [clear])
}
