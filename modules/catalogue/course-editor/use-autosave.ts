import { useAtom } from 'jotai'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useUnsaved } from '#platform/ui/unsaved.ts'
import { type AutosaveState, autosave } from './autosave.shared.ts'
import { type Choices, type Conflict, conflictKey } from './merge-values.shared.ts'
import type { SaveCalls, StoredValue } from './save-value.ts'
import { removeStoredChange, type StoredChange, storeChange, useRecoveredChange } from './stored-changes.ts'
import { mergeEdited, useEdited, useWrite } from './use-write.ts'

type Options<T> = SaveCalls<T> & {
  /** The key in the browser's storage for changes that are not saved yet. */
  name: string
  value: T
  revision: number
}

/**
 * Saves the edited value shortly after the last change, and shares with the page whether it is saved. Changes that are
 * not saved yet are kept in the browser, so that they survive a crash, and are offered when the page is opened again. A
 * newer save of another person is merged with it; on a conflict both versions are shown, and the author chooses.
 */
export function useAutosave<T>(options: Options<T>): Saves<T> {
  const { name } = options
  const edited = useEdited(options)
  const { initial, value, latest, put, revision, base } = edited
  const [{ state }, setAutosave] = useAtom(autosave)
  const [theirs, setTheirs] = useState<StoredValue<T> | null>(null)
  const [lost, clearLost] = useRecoveredChange(name, initial)
  const [leaving, setLeaving] = useState(false)
  const write = useWrite(options, edited, setTheirs)
  const change = useCallback(
    (next: T) => {
      storeChange(name, { value: put(next), revision: revision.current })
      setAutosave((now) => (now.state === 'conflict' ? now : { ...now, state: 'changed' }))
    },
    [name, put, revision, setAutosave],
  )
  useDelayedSave(state, value, write)
  useUnsaved(state !== 'saved' && !leaving)
  const conflicts = theirs ? mergeEdited(options, edited, theirs).conflicts : []
  return {
    value,
    latest,
    change,
    theirs,
    lostChange: lost,
    saveNow: () => void ((state === 'changed' || state === 'failed') && write()),
    conflicts,
    async saveMerged(choices = {}) {
      if (!theirs) return write()
      await options.prepare?.()
      const merged = mergeEdited(options, edited, theirs, choices)
      const shownConflicts = new Set(conflicts.map(conflictKey))
      // The last keystrokes may be a conflict that the author has not seen.
      if (merged.conflicts.some((conflict) => !shownConflicts.has(conflictKey(conflict))))
        return setTheirs({ ...theirs })
      put(merged.value)
      base.current = theirs.value
      options.onMerged?.()
      return write(theirs.revision)
    },
    isLeaving: leaving,
    leave: () => setLeaving(true),
    takeTheirs() {
      if (!theirs) return
      revision.current = theirs.revision
      put(theirs.value)
      base.current = theirs.value
      options.onMerged?.()
      setTheirs(null)
      removeStoredChange(name)
      setAutosave((now) => ({ ...now, state: 'saved' }))
    },
    recover() {
      // A value that someone else has saved since must not be overwritten unseen.
      if (lost && lost.revision !== revision.current) base.current = null
      if (lost) revision.current = lost.revision
      if (lost) change(lost.value)
      clearLost()
    },
    discardLost() {
      removeStoredChange(name)
      clearLost()
    },
  }
}

export type Saves<T> = {
  value: T
  /** The current value, even before it is rendered. */
  latest: RefObject<T>
  change: (next: T) => void
  /** Another author's newer save, until this author chooses. */
  theirs: StoredValue<T> | null
  lostChange: StoredChange<T> | null
  /** Saves unsaved changes. If another author saved first, this author must choose before that. */
  saveNow: () => void
  /** The conflicts; all other changes of both are merged. */
  conflicts: readonly Conflict[]
  /** Saves both versions merged, mine where nothing is chosen. A newer save of the other is a conflict again. */
  saveMerged: (choices?: Choices) => Promise<void>
  takeTheirs: () => void
  /** Whether the author has chosen to leave without saving, so that the browser does not ask again. */
  isLeaving: boolean
  leave: () => void
  recover: () => void
  discardLost: () => void
}

/** Milliseconds: long enough for a few words, short enough that a crash loses little. */
const saveDelayMs = 2_000
const retryMs = 10_000

/** Saves shortly after the last change, and again after a failure. */
function useDelayedSave(state: AutosaveState, value: unknown, write: () => Promise<void>): void {
  // Every change of the value restarts the delay.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `value` restarts the delay
  useEffect(() => {
    if (state !== 'changed' && state !== 'failed') return
    const timer = setTimeout(() => void write(), state === 'failed' ? retryMs : saveDelayMs)
    return () => clearTimeout(timer)
  }, [state, value, write])
}
