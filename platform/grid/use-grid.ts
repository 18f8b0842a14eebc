import { useCallback, useEffect, useRef, useState } from 'react'
import { type Api, callApi } from '../ui/api.ts'
import { useTexts } from '../ui/locale.tsx'
import { toast } from '../ui/toast.ts'
import { gridWords } from './grid.texts.ts'
import { gridChanged } from './grid-changed.ts'
import type { ActionMeta, GridData, TableRow } from './grid-data.ts'
import { callQueryOf, columnsCookie, type GridState, hrefOf, readState } from './grid-state.shared.ts'

/** What is on the screen now. */
export type Shown = Pick<GridData, 'state' | 'rows' | 'count' | 'count_estimated' | 'after_id' | 'problem'>

export type LiveGrid = {
  shown: Shown
  busy: boolean
  /** Keys of the ticked rows; they leave with their page. */
  selected: ReadonlySet<number>
  select: (keys: Iterable<number>) => void
  /** Fetches a state and makes it the address; refused while another fetch runs. `typed` waits for it instead. */
  show: (state: GridState, options?: { typed?: boolean; back?: boolean }) => Promise<void>
  /** Runs an action on the rows that it applies to, after any question that must be answered first. */
  act: (name: string, keys: number[]) => Promise<void>
  /** The question before an action; `answer` runs it, with the reason if one is required. */
  asking: { action: ActionMeta; ids: number[] } | null
  answer: (reason: string | null) => Promise<void>
}

type Calls = Record<
  'GET' | 'PUT' | 'POST' | 'DELETE',
  (path: string, init?: { body: object }) => ReturnType<Api['GET']>
>
/** The grid's calls are known by its declaration alone, so the typed client takes them as plain paths. */
const plain = (api: Api) => api as unknown as Calls

/** The state of one grid on the page: fetching without a reload, the address, selection and row actions. */
export function useGrid(data: GridData): LiveGrid {
  const [shown, setShown] = useState<Shown>(data)
  const [busy, setBusy] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [asking, setAsking] = useState<LiveGrid['asking']>(null)
  const running = useRef<Promise<void> | null>(null)
  const latest = useRef(0)
  const columns = useRef(data.state.columns)
  const t = useTexts(gridWords)

  const load = useCallback(
    async (state: GridState) => {
      setBusy(true)
      const answer = await callApi((api) => plain(api).GET(`${data.fetch}?${callQueryOf(data.of, state)}`), {
        quiet: true,
      })
      setBusy(false)
      setSelected(new Set())
      if (!answer.ok)
        return setShown((before) => ({ ...before, state, problem: answer.issues?.[0]?.message ?? answer.message }))
      const given = answer.data as unknown as Shown & Record<string, unknown>
      const { count, count_estimated, after_id } = given
      setShown({ state, rows: given[data.rows_name] as TableRow[], count, count_estimated, after_id, problem: null })
    },
    [data],
  )

  const show = useCallback<LiveGrid['show']>(
    async (state, { typed = false, back = false } = {}) => {
      const turn = ++latest.current
      if (running.current !== null && !typed && !back) return toast({ text: t('fetching') })
      while (running.current !== null) await running.current
      // The user has typed more since.
      if (turn !== latest.current) return
      if (!back) keepColumns(data, state)
      columns.current = state.columns
      if (!back) history[typed ? 'replaceState' : 'pushState'](null, '', hrefOf(data.path, state))
      running.current = load(state)
      await running.current
      running.current = null
    },
    [data, load, t],
  )

  useEffect(() => {
    const onBack = () => {
      const state = readState(new URLSearchParams(location.search), data)
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

  async function act(name: string, keys: number[]) {
    const action = data.actions.find((offered) => offered.name === name)
    const ids = keys.filter((key) => shown.rows.some((row) => row[data.key] === key && mayAct(data, action!, row)))
    if (!action || ids.length === 0) return
    if (action.confirm || action.reason) setAsking({ action, ids })
    else await perform(action, ids, null)
  }

  async function answer(reason: string | null) {
    const asked = asking
    setAsking(null)
    if (asked && reason !== null) await perform(asked.action, asked.ids, reason)
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

  async function takeBack({ call, takes_key }: { call: string; takes_key: string }, key: number) {
    const [method, path] = call.split(' ') as ['PUT', string]
    await callApi((api) => plain(api)[method](path, { body: { [takes_key]: key } }))
    await show(shown.state, { back: true })
  }

  return { shown, busy, selected, select: (keys) => setSelected(new Set(keys)), show, act, asking, answer }
}

/** Whether a row is one of those that an action is for. */
export const offers = (when: Record<string, unknown[]>, row: TableRow): boolean =>
  Object.entries(when).every(([field, values]) => values.includes(row[field]))

/** Whether an action can be done to a row: it is one of those that it is for, and not the actor's own where that is barred. */
export const mayAct = (data: Pick<GridData, 'key' | 'viewer'>, { when, not_own }: ActionMeta, row: TableRow): boolean =>
  offers(when, row) && !(not_own && row[data.key] === data.viewer)

/** One row by the action's own call. */
function callOn(action: ActionMeta, key: number, reason: string | null, said: boolean) {
  const { call, takes_key, in_query } = action
  const [method, path] = call.split(' ') as ['PUT', string]
  const address = in_query ? `${path}?${takes_key}=${key}` : path
  const body = { ...(in_query ? {} : { [takes_key]: key }), ...(action.reason && { [action.reason.field]: reason }) }
  return callApi((api) => plain(api)[method](address, { body }), said ? { tells: 'refusals' } : {})
}

function keepColumns({ path }: GridData, { columns }: GridState): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `${columnsCookie(path)}=${columns?.join('.') ?? ''}; path=${path}; max-age=31536000; samesite=lax`
}
