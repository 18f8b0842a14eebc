import { useState } from 'react'
import { callApi } from '#platform/ui/api.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { gridWords } from './grid.texts.ts'
import { type BulkOptions, callBulkAction, callRowAction, untypedCalls } from './grid-calls.ts'
import type { ActionMeta, GridData } from './grid-data.ts'
import type { RunningAction } from './grid-keeper.ts'
import { useSelection } from './grid-selection.shared.ts'
import { matchingQueryOf } from './grid-state.shared.ts'
import { mayAct } from './row-rules.ts'
import type { GridRows } from './use-grid-rows.ts'

export type GridActions = {
  /** The task that runs on all matching rows; `ended` when it is over. */
  running: RunningAction | null
  ended: () => void
  /** Undoes a finished task on all matching rows, as a task of its own. */
  undoRun: (task_id: number) => Promise<void>
  /** Runs an action on the rows that it applies to, or on all matching rows, after any required confirmation. */
  act: (name: string, keys: number[] | 'all') => Promise<void>
  /** The confirmation before an action; `answer` runs it, with the reason if one is required. */
  asking: { action: ActionMeta; ids: number[]; all: boolean } | null
  answer: (reason: string | null) => Promise<void>
}

/** The actions on rows of a list: one row, the selected rows, or all matching rows. */
export function useGridActions(data: GridData, { current, ticked, reload, acting }: GridRows): GridActions {
  const [asking, setAsking] = useState<GridActions['asking']>(null)
  const { performOnAll, ...run } = useMatchingRun(data, current, reload)
  const t = useTexts(gridWords)
  const callOnRows = (action: ActionMeta, ids: number[], options: BulkOptions) =>
    callAndSummarize(data.bulk!, action, ids, options, t)

  async function act(name: string, keys: number[] | 'all') {
    const action = data.actions.find((offered) => offered.name === name)
    if (keys === 'all') {
      if (action && !action.chosen_only) setAsking({ action, ids: [], all: true })
      return
    }
    if (!action) return
    const eligible = [...current.rows, ...ticked].filter((row) => mayAct(data, action, row))
    const eligibleKeys = new Set(eligible.map((row) => row[data.key]))
    const ids = keys.filter((key) => eligibleKeys.has(key))
    if (ids.length === 0) return
    if (action.confirm || action.reason) setAsking({ action, ids, all: false })
    else await perform(action, ids, null)
  }

  async function answer(reason: string | null) {
    setAsking(null)
    if (!asking || reason === null) return
    if (asking.all) await performOnAll(asking.action, reason)
    else await perform(asking.action, asking.ids, reason)
  }

  async function perform(action: ActionMeta, ids: number[], reason: string | null) {
    acting()
    const [only] = ids
    const { undo, label, takes_list } = action
    if (ids.length === 1 && !takes_list) {
      const response = await callRowAction(action, only!, reason)
      const message = (response as { data?: { message?: string } }).data?.message ?? label
      if (undo && response.ok) offerUndo(message, () => undoRow(undo, only!))
    } else {
      const { done, message } = await callOnRows(action, ids, { reason })
      if (undo && done.length > 0) offerUndo(message, () => undoSome(action, done))
      else if (message) toast({ kind: 'success', text: message })
    }
    await reload()
  }

  function offerUndo(text: string, takeBackRows: () => Promise<unknown>) {
    toast({ kind: 'success', text, action: { label: t('undo'), run: () => void takeBackRows().then(reload) } })
  }

  async function undoSome(action: ActionMeta, ids: number[]) {
    const { message } = await callOnRows(action, ids, { undo: true })
    if (message) toast({ kind: 'success', text: message })
  }

  return { ...run, act, asking, answer }
}

/** The task that runs an action on all matching rows, or undoes it. */
function useMatchingRun(data: GridData, current: GridRows['current'], reload: GridRows['reload']) {
  const [running, setRunning] = useState(data.running)
  const { clear } = useSelection(data)
  const t = useTexts(gridWords)

  async function performOnAll({ name, label }: ActionMeta, reason: string) {
    const { state, count, count_estimated } = current
    const query = matchingQueryOf(data.of, state)
    const body = { action: name, query, ...(!count_estimated && { rows: count }), ...(reason && { reason }) }
    const response = await callApi((api) => untypedCalls(api).POST(data.matching!, { body }))
    if (!response.ok) return
    // The response of every bulk call, by the declaration of the list.
    const { task_id, rows } = response.data as { task_id: number; rows: number }
    clear()
    setRunning({ task_id, title: `${label}: ${data.title}`, rows_done: 0, rows_total: rows })
  }

  const ended = () => {
    setRunning(null)
    void reload()
  }

  async function undoRun(undone: number) {
    const response = await callApi((api) => api.POST('/user/task/undo', { body: { task_id: undone } }))
    if (!response.ok) return
    const { task_id, rows } = response.data
    setRunning({ task_id, title: `${t('undo')}: ${data.title}`, rows_done: 0, rows_total: rows })
  }

  return { performOnAll, running, ended, undoRun }
}

async function undoRow({ call, takes_key }: NonNullable<ActionMeta['undo']>, key: number): Promise<void> {
  const [method, path] = call.split(' ') as ['PUT', string]
  await callApi((api) => untypedCalls(api)[method](path, { body: { [takes_key]: key } }))
}

type SummaryText = 'allDone' | 'someDone' | 'allUndone' | 'someUndone'
type Translate = (text: SummaryText, params: Record<'action' | 'n' | 'all', string | number>) => string

/**
 * Runs or undoes an action on several rows. Returns those that were done, and one message for all calls; '' if a refusal
 * was shown instead.
 */
async function callAndSummarize(
  path: string,
  { name, label }: ActionMeta,
  ids: number[],
  options: BulkOptions,
  translate: Translate,
) {
  const { done, message, refusal } = await callBulkAction(path, name, ids, options)
  if (message !== null) return { done, message: message || label }
  if (done.length === 0) return { done, message: '' }
  const whole = done.length === ids.length
  const undoText = whole ? 'allUndone' : 'someUndone'
  const doneText = whole ? 'allDone' : 'someDone'
  const text: SummaryText = options.undo ? undoText : doneText
  const summary = translate(text, { action: label, n: done.length, all: ids.length })
  return { done, message: `${summary} ${refusal}`.trim() }
}
