import { useAtom } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import { useUnsaved } from '#platform/ui/unsaved.ts'
import { type AutosaveState, autosave } from './autosave.shared.ts'
import { forget, keep, type StoredChange, useLost } from './kept-changes.ts'
import type { SaveCalls, Stored } from './save-value.ts'
import { useEdited, useWrite } from './use-write.ts'

type Options<T> = SaveCalls<T> & {
  /** The key in the browser's storage for changes that are not saved yet. */
  name: string
  value: T
  revision: number
}

/**
 * Saves the edited value shortly after the last change, and tells the page whether it is saved. Unsaved changes are
 * stored in the browser, so that they survive a crash, and are offered when the page is opened again. A newer save by
 * another author stops it: both versions are shown, and the author chooses.
 */
export function useAutosave<T>(options: Options<T>): Saves<T> {
  const { name } = options
  const edited = useEdited(options)
  const { initial, value, put, revision } = edited
  const [{ state }, share] = useAtom(autosave)
  const [theirs, setTheirs] = useState<Stored<T> | null>(null)
  const [lost, decided] = useLost(name, initial)
  const [leaving, setLeaving] = useState(false)
  const write = useWrite(options, edited, setTheirs)
  const change = useCallback(
    (next: T) => {
      keep(name, { value: put(next), revision: revision.current })
      share((now) => (now.state === 'conflict' ? now : { ...now, state: 'changed' }))
    },
    [name, put, revision, share],
  )
  usePause(state, value, write)
  useUnsaved(state !== 'saved' && !leaving)
  return {
    value,
    change,
    theirs,
    lost,
    saveNow: () => void ((state === 'changed' || state === 'failed') && write()),
    keepMine: () => write(theirs?.revision),
    leaving,
    leave: () => setLeaving(true),
    takeTheirs() {
      if (!theirs) return
      revision.current = theirs.revision
      put(theirs.value)
      setTheirs(null)
      forget(name)
      share((now) => ({ ...now, state: 'saved' }))
    },
    recover() {
      // A value that someone else has saved in the meantime must not be overwritten unseen.
      if (lost) revision.current = lost.revision
      if (lost) change(lost.value)
      decided()
    },
    dropLost() {
      forget(name)
      decided()
    },
  }
}

export type Saves<T> = {
  value: T
  change: (next: T) => void
  /** Another author's newer save, until this author chooses. */
  theirs: Stored<T> | null
  lost: StoredChange<T> | null
  /** Saves unsaved changes. If another author saved first, this author must choose before that. */
  saveNow: () => void
  /** Saves this author's value over the other one as shown; a save since then is a conflict again. */
  keepMine: () => Promise<void>
  takeTheirs: () => void
  /** Whether the author leaves unsaved changes behind, so that the browser does not ask again. */
  leaving: boolean
  leave: () => void
  recover: () => void
  dropLost: () => void
}

/** Milliseconds: long enough for a few words, short enough that a crash loses little. */
const pause = 2_000
const retryMs = 10_000

/** Saves shortly after the last change, and again after a failure. */
function usePause(state: AutosaveState, value: unknown, write: () => Promise<void>): void {
  // Every change of the value restarts the delay.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `value` restarts the delay
  useEffect(() => {
    if (state !== 'changed' && state !== 'failed') return
    const timer = setTimeout(() => void write(), state === 'failed' ? retryMs : pause)
    return () => clearTimeout(timer)
  }, [state, value, write])
}
