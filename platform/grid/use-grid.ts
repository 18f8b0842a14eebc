import { useCallback, useEffect, useRef, useState } from 'react'
import { type Api, callApi } from '#platform/ui/api.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { gridWords } from './grid.texts.ts'
import { gridChanged } from './grid-changed.ts'
import type { ActionMeta, GridData, TableRow } from './grid-data.ts'
import type { RunningAction } from './grid-keeper.ts'
import {
  callQueryOf,
  type GridState,
  hrefOf,
  matchingQueryOf,
  nextPage,
  previousPage,
  readState,
  splitParams,
} from './grid-state.shared.ts'
import { mayAct } from './row-rules.ts'

/** What is on the screen now. */
export type Shown = Pick<GridData, 'state' | 'rows' | 'count' | 'count_estimated' | 'after_id' | 'problem'>

export type LiveGrid = {
  shown: Shown
  busy: boolean
  /** Keys of the ticked rows; they leave with their page. */
  selected: ReadonlySet<number>
  select: (keys: Iterable<number>) => void
  /** Fetches a state and makes it the address; refused while another fetch runs. `typed` waits for it instead. */
  show: (state: GridState, options?: { typed?: boolean; back?: boolean }) => Promise<TableRow[] | undefined>
  /** All rows that match are meant, not only the ticked ones. */
  matching: boolean
  setMatching: (matching: boolean) => void
  /** What runs on all rows that matched; `ended` when that is over. */
  running: RunningAction | null
  ended: () => void
  /** Runs an action on the rows that it applies to, or on all that match, after any question that must be answered first. */
  act: (name: string, keys: number[] | 'all') => Promise<void>
  /** The question before an action; `answer` runs it, with the reason if one is required. */
  asking: { action: ActionMeta; ids: number[]; all: boolean } | null
  answer: (reason: string | null) => Promise<void>
  /** Steps of widths by column, and what changes one; `final` keeps it. */
  widths: Readonly<Record<string, number>>
  widen: (column: string, step: number, final: boolean) => void
  /** Shows the columns in this order, and keeps it. */
  arrange: (columns: string[]) => void
  /** The row that is shown beside the list, and what shows another one, or the one after or before it. */
  looked: number | null
  look: (key: number | null) => void
  step: (by: 1 | -1) => Promise<void>
}

type Calls = Record<
  'GET' | 'PUT' | 'POST' | 'DELETE',
  (path: string, init?: { body: object }) => ReturnType<Api['GET']>
>
/** The grid's calls are known by its declaration alone, so the typed client takes them as plain paths. */
const plain = (api: Api) => api as Calls

/** The state of one grid on the page: fetching without a reload, the address, selection and row actions. */
export function useGrid(data: GridData): LiveGrid {
  const [shown, setShown] = useState<Shown>(data)
  const [busy, setBusy] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [asking, setAsking] = useState<LiveGrid['asking']>(null)
  const [matching, setMatching] = useState(false)
  const [running, setRunning] = useState(data.running)
  const [looked, setLooked] = useState<number | null>(null)
  const fetching = useRef<Promise<TableRow[] | undefined> | null>(null)
  const latest = useRef(0)
  const columns = useRef(data.state.columns)
  const { widths, widen, keepColumns, keepOrder } = useLayout(data)
  const t = useTexts(gridWords)

  const load = useCallback(
    async (state: GridState) => {
      setBusy(true)
      const answer = await callApi((api) => plain(api).GET(`${data.fetch}?${callQueryOf(data.of, state)}`), {
        quiet: true,
      })
      setBusy(false)
      setSelected(new Set())
      setMatching(false)
      if (!answer.ok) {
        setShown((before) => ({ ...before, state, problem: answer.issues?.[0]?.message ?? answer.message }))
        return undefined
      }
      // The path of the list is a value, so the type is that of any call.
      const given = answer.data as unknown as Shown & Record<string, unknown>
      const { count, count_estimated, after_id } = given
      const rows = given[data.rows_name] as TableRow[]
      setShown({ state, rows, count, count_estimated, after_id, problem: null })
      return rows
    },
    [data],
  )

  const show = useCallback<LiveGrid['show']>(
    async (state, { typed = false, back = false } = {}) => {
      const turn = ++latest.current
      if (fetching.current !== null && !typed && !back) {
        toast({ text: t('fetching') })
        return undefined
      }
      while (fetching.current !== null) await fetching.current
      // The user has typed more since.
      if (turn !== latest.current) return undefined
      // The columns of a saved view are the view's.
      if (!back && !state.view && state.columns?.join() !== columns.current?.join()) keepColumns(state.columns)
      columns.current = state.columns
      if (!back) history[typed ? 'replaceState' : 'pushState'](null, '', hrefNow(data, state))
      fetching.current = load(state)
      const rows = await fetching.current
      fetching.current = null
      return rows
    },
    [data, load, keepColumns, t],
  )

  // A view that opened by itself is named, so that the address means the same when someone comes back to it.
  useEffect(() => {
    if (data.state.view) history.replaceState(history.state, '', hrefNow(data, data.state))
  }, [data])

  useEffect(() => {
    const onBack = () => {
      const state = readState(splitParams(new URLSearchParams(location.search), data.prefix).own, data)
      void show({ ...state, columns: columns.current }, { back: true })
    }
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [data, show])

  useEffect(() => {
    const onChanged = () => void show({ ...shown.state, columns: columns.current }, { back: true })
    addEventListener(gridChanged, onChanged)
    return () => removeEventListener(gridChanged, onChanged)
  }, [show, shown.state])

  async function act(name: string, keys: number[] | 'all') {
    const action = data.actions.find((offered) => offered.name === name)
    if (keys === 'all') {
      if (action && !action.chosen_only) setAsking({ action, ids: [], all: true })
      return
    }
    const ids = keys.filter((key) => shown.rows.some((row) => row[data.key] === key && mayAct(data, action!, row)))
    if (!action || ids.length === 0) return
    if (action.confirm || action.reason) setAsking({ action, ids, all: false })
    else await perform(action, ids, null)
  }

  async function answer(reason: string | null) {
    const asked = asking
    setAsking(null)
    if (!asked || reason === null) return
    if (asked.all) await performOnAll(asked.action, reason)
    else await perform(asked.action, asked.ids, reason)
  }

  async function perform(action: ActionMeta, ids: number[], reason: string | null) {
    setBusy(true)
    const [only] = ids
    const { undo } = action
    const done =
      ids.length === 1 && !action.takes_list
        ? await callOn(action, only!, reason, undo !== null)
        : await callApi((api) =>
            plain(api).POST(data.bulk!, { body: { action: action.name, ids, ...(reason && { reason }) } }),
          )
    if (undo && done.ok && ids.length === 1) {
      const said = (done.data as { message?: string } | undefined)?.message
      const run = () => void takeBack(undo, only!)
      toast({ kind: 'success', text: said ?? action.label, action: { label: t('undo'), run } })
    }
    await show(shown.state, { back: true })
  }

  async function performOnAll({ name, label }: ActionMeta, reason: string) {
    const { state, count, count_estimated } = shown
    const body = {
      action: name,
      query: matchingQueryOf(data.of, state),
      ...(!count_estimated && { rows: count }),
      ...(reason && { reason }),
    }
    const begun = await callApi((api) => plain(api).POST(data.matching!, { body }))
    if (!begun.ok) return
    // The path of the action is a value, so the type is that of any call.
    const { task_id, rows } = begun.data as unknown as { task_id: number; rows: number }
    setSelected(new Set())
    setMatching(false)
    setRunning({ task_id, title: `${label}: ${data.title}`, rows_done: 0, rows_total: rows })
  }

  async function takeBack({ call, takes_key }: { call: string; takes_key: string }, key: number) {
    const [method, path] = call.split(' ') as ['PUT', string]
    await callApi((api) => plain(api)[method](path, { body: { [takes_key]: key } }))
    await show(shown.state, { back: true })
  }

  function arrange(order: string[]) {
    const { view } = shown.state
    const state = { ...shown.state, columns: order, edited: Boolean(view) }
    columns.current = order
    setShown((before) => ({ ...before, state }))
    history.replaceState(history.state, '', hrefNow(data, state))
    // The columns of a saved view are the view's.
    if (!view) keepOrder(order)
  }

  const look = (key: number | null) => {
    // The focus goes back to the row.
    if (key === null && looked !== null) document.querySelector<HTMLElement>(`tr[data-key="${looked}"]`)?.focus()
    setLooked(key)
  }

  async function step(by: 1 | -1) {
    const next = shown.rows[shown.rows.findIndex((row) => row[data.key] === looked) + by]
    if (next) return setLooked(next[data.key] as number)
    const page = by === 1 ? nextPage(shown) : previousPage(shown)
    if (!page) return
    const rows = await show(page)
    const first = rows?.at(by === 1 ? 0 : -1)
    if (first) setLooked(first[data.key] as number)
  }

  const layout = { widths, widen, arrange }
  const panel = { looked, look, step }
  return {
    shown,
    busy,
    selected,
    select: (keys) => {
      setSelected(new Set(keys))
      setMatching(false)
    },
    show,
    matching,
    setMatching,
    running,
    ended: () => {
      setRunning(null)
      void show(shown.state, { back: true })
    },
    act,
    asking,
    answer,
    ...layout,
    ...panel,
  }
}

/** One row by the action's own call. */
function callOn(action: ActionMeta, key: number, reason: string | null, said: boolean) {
  const { call, takes_key, in_query } = action
  const [method, path] = call.split(' ') as ['PUT', string]
  const address = in_query ? `${path}?${takes_key}=${key}` : path
  const body = { ...(in_query ? {} : { [takes_key]: key }), ...(action.reason && { [action.reason.field]: reason }) }
  return callApi((api) => plain(api)[method](address, { body }), said ? { tells: 'refusals' } : {})
}

/** The address of a state beside what the address says for other grids of the page at this moment. */
const hrefNow = (data: GridData, state: GridState): string =>
  hrefOf({ ...data, rest: splitParams(new URLSearchParams(location.search), data.prefix).rest }, state)

const pauseMs = 800

/** Columns and their widths, kept for this person once they have stopped changing them. */
function useLayout({ grid, widths: first }: GridData) {
  const [widths, setWidths] = useState(first)
  const latest = useRef(widths)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keep = useCallback(
    (body: object) =>
      void callApi((api) => plain(api).PUT('/grid/layout', { body: { grid, ...body } }), { quiet: true }),
    [grid],
  )
  const keepColumns = useCallback((columns: string[] | null) => keep({ columns: columns ?? [] }), [keep])
  const orderTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keepOrder = useCallback(
    (columns: string[]) => {
      clearTimeout(orderTimer.current)
      orderTimer.current = setTimeout(() => keepColumns(columns), pauseMs)
    },
    [keepColumns],
  )
  const widen = useCallback<LiveGrid['widen']>(
    (column, step, final) => {
      const { [column]: _gone, ...others } = latest.current
      latest.current = step === 0 ? others : { ...others, [column]: step }
      setWidths(latest.current)
      clearTimeout(timer.current)
      if (final) timer.current = setTimeout(() => keep({ widths: latest.current }), pauseMs)
    },
    [keep],
  )
  return { widths, widen, keepColumns, keepOrder }
}
