import { useSetAtom } from 'jotai'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { type Autosave, type AutosaveState, autosave } from './autosave.shared.ts'
import { type Choices, type MergeResult, mergeValues } from './merge-values.shared.ts'
import { loadTheirs, type SaveCalls, type SaveResult, type StoredValue, saveOver } from './save-value.ts'
import { removeStoredChange, storeChange } from './stored-changes.ts'

/** The edited value, as rendered and as of now, with the revision it is based on. */
type Edited<T> = {
  initial: T
  value: T
  latest: RefObject<T>
  revision: RefObject<number>
  /** The stored value that the edits are based on; null after a crash, when it is unknown. */
  base: RefObject<T | null>
  put: (next: T) => T
}

export function useEdited<T>({ value: first, revision: initialRevision }: StoredValue<T>): Edited<T> {
  // Callers create a new value at each render.
  const [initial] = useState(first)
  const [value, setValue] = useState(initial)
  const latestRef = useRef(initial)
  const revision = useRef(initialRevision)
  const base = useRef<T | null>(initial)
  const update = useCallback((next: T) => {
    latestRef.current = next
    setValue(next)
    return next
  }, [])
  return { initial, value, latest: latestRef, revision, base, put: update }
}

/** Merges the edited value with another person's, with the choices made at conflicts. */
export function mergeEdited<T>(
  { align = (versions) => versions }: SaveCalls<T>,
  { latest, base }: Pick<Edited<T>, 'latest' | 'base'>,
  theirs: StoredValue<T>,
  choices: Choices = {},
): MergeResult<T> {
  const [common, mine, other] = align([base.current, latest.current, theirs.value])
  return mergeValues(common as T, mine, other, choices)
}

/** Other people may save again while a merged value is sent. */
const maxMerges = 3

/** One save at a time; `over` is the revision of the other person's save that is overwritten. */
export function useWrite<T>(
  options: SaveCalls<T> & { name: string },
  edited: Edited<T>,
  setTheirs: (theirs: StoredValue<T> | null) => void,
): (baseRevision?: number) => Promise<void> {
  const { name } = options
  const { latest, revision, base, put } = edited
  const share = useSetAtom(autosave)
  const calls = useRef<SaveCalls<T>>(options)
  calls.current = options
  const busy = useRef(false)
  const report = useCallback(
    (state: AutosaveState, changes: Partial<Autosave> = {}) =>
      share((before) => ({ ...before, message: '', ...changes, state })),
    [share],
  )
  const applySaved = useCallback(
    (saveResult: Extract<SaveResult<T>, { kind: 'saved' }>, sentValue: T) => {
      const drafted = saveResult.revision !== revision.current
      revision.current = saveResult.revision
      base.current = saveResult.adopt ? saveResult.adopt(sentValue) : sentValue
      setTheirs(null)
      const isSaved = latest.current === sentValue
      if (saveResult.adopt) put(saveResult.adopt(latest.current))
      if (isSaved) removeStoredChange(name)
      else storeChange(name, { value: latest.current, revision: revision.current })
      report(isSaved ? 'saved' : 'changed', drafted ? { hasDraft: drafted } : {})
    },
    [name, latest, revision, base, put, report, setTheirs],
  )
  /** Merges another person's version into the edited one; false if there are conflicts. */
  const merge = useCallback(
    (theirs: StoredValue<T>): boolean => {
      const { value, conflicts } = mergeEdited(calls.current, { latest, base }, theirs)
      if (conflicts.length > 0) return false
      put(value)
      base.current = theirs.value
      revision.current = theirs.revision
      calls.current.onMerged?.()
      return true
    },
    [latest, revision, base, put],
  )
  const write = useCallback(
    async (baseRevision?: number, merges = 0): Promise<void> => {
      if (busy.current) return
      busy.current = true
      report('saving')
      const isOver = baseRevision !== undefined
      const current = latest.current
      const { result, sent } = isOver
        ? await saveOver(calls.current, current, baseRevision, (renewed) => put(renewed(latest.current)))
        : { result: await calls.current.save(current, revision.current), sent: current }
      if (result.kind === 'saved') {
        busy.current = false
        return applySaved(result, sent)
      }
      const refusal = await loadTheirs(calls.current, result, isOver)
      if (refusal.theirs) await calls.current.prepare?.()
      busy.current = false
      if (refusal.theirs && result.kind === 'conflict' && merges < maxMerges && merge(refusal.theirs))
        return writeAgain.current(merges + 1)
      if (refusal.theirs !== undefined) setTheirs(refusal.theirs)
      report(refusal.state, { message: result.kind === 'failed' ? result.message : '' })
    },
    [latest, revision, put, report, applySaved, setTheirs, merge],
  )
  const writeAgain = useRef((merges: number) => write(undefined, merges))
  writeAgain.current = (merges) => write(undefined, merges)
  return write
}
