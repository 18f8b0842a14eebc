import { useCallback, useMemo, useRef, useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { gridWords } from './grid.texts.ts'
import { untypedCalls } from './grid-calls.ts'
import type { GridData, TableRow } from './grid-data.ts'
import { useSelection } from './grid-selection.shared.ts'
import { callQueryOf, type GridState, hrefOf, splitParams } from './grid-state.shared.ts'
import type { GridLayout } from './use-grid-layout.ts'

/** The rows on the screen. */
export type GridPage = Pick<GridData, 'state' | 'rows' | 'count' | 'count_estimated' | 'after_id' | 'problem'>

export type GridRows = {
  current: GridPage
  busy: boolean
  /** Fetches a state and makes it the address; refused while another fetch runs. `typed` waits for it instead. */
  show: (state: GridState, options?: { typed?: boolean; back?: boolean }) => Promise<TableRow[] | undefined>
  /** Fetches the shown rows again. */
  reload: () => Promise<unknown>
  /** Shows the list as busy while a call runs; the reload after it ends that. */
  acting: () => void
  /** Shows the columns in this order, and stores it. */
  arrange: (columns: string[]) => void
  /** The selected rows, also those of other pages. */
  ticked: readonly TableRow[]
  /** The current columns, whatever an earlier address says. */
  columnsNow: () => GridState['columns']
}

/** The rows of a list, fetched without a reload, and the address that matches them. */
export function useGridRows(data: GridData, { saveColumns, saveOrder }: GridLayout): GridRows {
  const [current, setCurrent] = useState<GridPage>(data)
  const [busy, setBusy] = useState(false)
  const { selected, clear } = useSelection(data)
  const ticked = useSelectedRows(data, current.rows, selected)
  const shownState = useRef(data.state)
  const fetching = useRef<Promise<TableRow[] | undefined> | null>(null)
  const latest = useRef(0)
  const columns = useRef(data.state.columns)
  const t = useTexts(gridWords)

  const load = useCallback(
    async (state: GridState) => {
      setBusy(true)
      const result = await fetchRows(data, state)
      setBusy(false)
      if (!isOtherPage(shownState.current, state)) clear()
      shownState.current = state
      setCurrent((before) => ({ ...before, ...result }))
      return 'rows' in result ? result.rows : undefined
    },
    [data, clear],
  )

  const show = useCallback<GridRows['show']>(
    async (state, { typed = false, back = false } = {}) => {
      const turn = ++latest.current
      if (fetching.current !== null && !typed && !back) {
        toast({ text: t('fetching') })
        return undefined
      }
      while (fetching.current !== null) await fetching.current
      // The user has typed more since.
      if (turn !== latest.current) return undefined
      // The columns of a saved view win.
      if (!back && !state.view && state.columns?.join() !== columns.current?.join()) saveColumns(state.columns)
      columns.current = state.columns
      if (!back) history[typed ? 'replaceState' : 'pushState'](null, '', hrefNow(data, state))
      fetching.current = load(state)
      const rows = await fetching.current
      fetching.current = null
      return rows
    },
    [data, load, saveColumns, t],
  )

  function arrange(order: string[]) {
    const { view } = current.state
    const state = { ...current.state, columns: order, edited: Boolean(view) }
    columns.current = order
    setCurrent((before) => ({ ...before, state }))
    history.replaceState(history.state, '', hrefNow(data, state))
    // The columns of a saved view win.
    if (!view) saveOrder(order)
  }

  const reload = () => show(current.state, { back: true })
  const columnsNow = useCallback(() => columns.current, [])
  return { current, busy, ticked, show, reload, acting: () => setBusy(true), arrange, columnsNow }
}

/** The selected rows as they were last shown. */
function useSelectedRows(
  { key }: GridData,
  rows: readonly TableRow[],
  selected: ReadonlySet<number>,
): readonly TableRow[] {
  const cachedRows = useRef<ReadonlyMap<number, TableRow>>(new Map())
  return useMemo(() => {
    const rowsById = new Map([...cachedRows.current.values(), ...rows].map((row) => [row[key] as number, row]))
    const ticked = [...rowsById.values()].filter((row) => selected.has(row[key] as number))
    cachedRows.current = new Map([...ticked, ...rows].map((row) => [row[key] as number, row]))
    return ticked
  }, [key, rows, selected])
}

/**
 * Whether both states show the same rows of the list, possibly in another order or on another page: then the selection
 * stays.
 */
const isOtherPage = (before: GridState, next: GridState): boolean =>
  part(before) === part(next) &&
  (before.offset !== next.offset ||
    before.after_id !== next.after_id ||
    before.sort_by !== next.sort_by ||
    before.limit !== next.limit)

const part = ({ search, show, filters }: GridState) => JSON.stringify([search, show, filters])

/** Fetches the rows of a state, or returns the server's reason for a refusal. */
async function fetchRows(data: GridData, state: GridState): Promise<GridPage | Pick<GridPage, 'state' | 'problem'>> {
  const response = await callApi((api) => untypedCalls(api).GET(`${data.fetch}?${callQueryOf(data.of, state)}`), {
    quiet: true,
  })
  if (!response.ok) return { state, problem: response.issues?.[0]?.message ?? response.message }
  // The rows of the requested list, by its declaration.
  const fetched = response.data as GridPage & Record<string, unknown>
  const { count, count_estimated, after_id } = fetched
  return { state, rows: fetched[data.rows_name] as TableRow[], count, count_estimated, after_id, problem: null }
}

/** The address of a state, combined with the current parameters of the page's other grids. */
export const hrefNow = (data: GridData, state: GridState): string =>
  hrefOf({ ...data, rest: splitParams(new URLSearchParams(location.search), data.prefix).rest }, state)
