import { useSetAtom } from 'jotai'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { type Autosave, type AutosaveState, autosave } from './autosave.shared.ts'
import { forget, keep } from './kept-changes.ts'
import { loadTheirs, type SaveCalls, type Saved, type Stored, saveOver } from './save-value.ts'

/** The edited value, as rendered and as of now, with the revision it is based on. */
type Edited<T> = {
  initial: T
  value: T
  latest: RefObject<T>
  revision: RefObject<number>
  put: (next: T) => T
}

export function useEdited<T>({ value: first, revision: seen }: Stored<T>): Edited<T> {
  // Callers create a new value at each render.
  const [initial] = useState(first)
  const [value, setValue] = useState(initial)
  const latest = useRef(initial)
  const revision = useRef(seen)
  const put = useCallback((next: T) => {
    latest.current = next
    setValue(next)
    return next
  }, [])
  return { initial, value, latest, revision, put }
}

/** Runs one save at a time; `over` is the revision of the other author's save that is overwritten. */
export function useWrite<T>(
  options: SaveCalls<T> & { name: string },
  { latest, revision, put }: Edited<T>,
  setTheirs: (theirs: Stored<T> | null) => void,
): (over?: number) => Promise<void> {
  const { name } = options
  const share = useSetAtom(autosave)
  const calls = useRef<SaveCalls<T>>(options)
  calls.current = options
  const busy = useRef(false)
  const report = useCallback(
    (state: AutosaveState, more: Partial<Autosave> = {}) =>
      share((before) => ({ ...before, message: '', ...more, state })),
    [share],
  )
  const settle = useCallback(
    (saved: Extract<Saved<T>, { kind: 'saved' }>, sent: T) => {
      const drafted = saved.revision !== revision.current
      revision.current = saved.revision
      setTheirs(null)
      const isSaved = latest.current === sent
      if (saved.adopt) put(saved.adopt(latest.current))
      if (isSaved) forget(name)
      else keep(name, { value: latest.current, revision: revision.current })
      report(isSaved ? 'saved' : 'changed', drafted ? { drafted } : {})
    },
    [name, latest, revision, put, report, setTheirs],
  )
  return useCallback(
    async (over) => {
      if (busy.current) return
      busy.current = true
      report('saving')
      const isOver = over !== undefined
      const current = latest.current
      const { result, sent } = isOver
        ? await saveOver(calls.current, current, over, (renewed) => put(renewed(latest.current)))
        : { result: await calls.current.save(current, revision.current), sent: current }
      busy.current = false
      if (result.kind === 'saved') return settle(result, sent)
      const refused = await loadTheirs(calls.current, result, isOver)
      if (refused.theirs !== undefined) setTheirs(refused.theirs)
      report(refused.state, { message: result.kind === 'failed' ? result.message : '' })
    },
    [latest, revision, put, report, settle, setTheirs],
  )
}
