import { useCallback, useEffect, useRef, useState } from 'react'
import { useUnsaved } from '#platform/ui/unsaved.ts'

/** The result of a save: saved, a conflict with someone else's newer save, or a failure. */
export type Saved<T> =
  /** `adopt` applies the server's values (ids of new items) to the current value. */
  | { kind: 'saved'; revision: number; adopt?: (now: T) => T }
  | { kind: 'conflict' }
  /** Something that it refers to no longer exists. */
  | { kind: 'missing' }
  | { kind: 'failed'; message: string }

type Options<T> = {
  /** The key in the browser's storage, where changes wait until they are saved. */
  name: string
  value: T
  revision: number
  /** Refused as a conflict if the stored revision differs. */
  save: (value: T, revision: number) => Promise<Saved<T>>
  /** Loads the stored value and its revision. */
  load: () => Promise<{ value: T; revision: number } | null>
  /** Prepares a value for overwriting another author's: recreates what they deleted. */
  renew?: (theirs: T) => ((mine: T) => T) | Promise<(mine: T) => T>
}

export type AutosaveState = 'saved' | 'changed' | 'saving' | 'failed' | 'conflict'

/** Long enough for a few words, short enough that a crash costs little. */
const pause = 2_000
const again = 10_000

/**
 * Saves edits shortly after the last change. Unsaved changes are stored in the browser, so that they survive a crash
 * and are offered when the page is reopened. Someone else's newer save stops it: both versions are shown, and the
 * author chooses.
 */
export function useAutosave<T>({ name, value: first, revision: firstRevision, save, load, renew }: Options<T>) {
  // Callers create the value anew on each render.
  const [initial] = useState(first)
  const [value, setValue] = useState(initial)
  const [state, setState] = useState<AutosaveState>('saved')
  const [message, setMessage] = useState('')
  const [theirs, setTheirs] = useState<{ value: T; revision: number } | null>(null)
  const [lost, setLost] = useState<Kept<T> | null>(null)
  const revision = useRef(firstRevision)
  const latest = useRef(initial)
  const calls = useRef({ save, load, renew })
  calls.current = { save, load, renew }
  const busy = useRef(false)

  useEffect(() => {
    const kept = readKept<T>(name)
    if (kept && JSON.stringify(kept.value) !== JSON.stringify(initial)) setLost(kept)
  }, [name, initial])

  const write = useCallback(
    async (over?: number): Promise<void> => {
      if (busy.current) return
      busy.current = true
      let sent = latest.current
      setState('saving')
      let answer = await calls.current.save(sent, over ?? revision.current)
      if (over !== undefined && answer.kind === 'missing') {
        const stored = await calls.current.load()
        const renewed = stored && (await calls.current.renew?.(stored.value))
        if (renewed) {
          latest.current = sent = renewed(latest.current)
          setValue(sent)
          answer = await calls.current.save(sent, stored.revision)
        }
      }
      busy.current = false
      if (answer.kind === 'saved') {
        revision.current = answer.revision
        setTheirs(null)
        const changedSince = latest.current !== sent
        if (answer.adopt) {
          latest.current = answer.adopt(latest.current)
          setValue(latest.current)
        }
        if (!changedSince) {
          forget(name)
          setState('saved')
        } else {
          keep(name, { value: latest.current, revision: revision.current })
          setState('changed')
        }
      } else if (answer.kind === 'conflict') {
        setTheirs(await calls.current.load())
        setState('conflict')
      } else if (answer.kind === 'missing' && over === undefined && calls.current.renew) {
        // A part was deleted elsewhere: mine can be kept, unless nothing is left.
        const stored = await calls.current.load()
        setTheirs(stored)
        setMessage('')
        setState(stored ? 'conflict' : 'failed')
      } else {
        setMessage(answer.kind === 'failed' ? answer.message : '')
        setState('failed')
      }
    },
    [name],
  )

  const change = useCallback(
    (next: T) => {
      latest.current = next
      setValue(next)
      keep(name, { value: next, revision: revision.current })
      setState((now) => (now === 'conflict' ? now : 'changed'))
    },
    [name],
  )

  // Every change of the value restarts the pause.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `value` restarts the pause
  useEffect(() => {
    if (state !== 'changed' && state !== 'failed') return
    const timer = setTimeout(() => void write(), state === 'failed' ? again : pause)
    return () => clearTimeout(timer)
  }, [state, value, write])

  const [leaving, setLeaving] = useState(false)
  useUnsaved(state !== 'saved' && !leaving)

  return {
    value,
    change,
    state,
    message,
    theirs,
    lost,
    /** Saves pending changes. If someone else saved first, the author chooses before that. */
    saveNow: () => {
      if (state === 'changed' || state === 'failed') void write()
    },
    /** Saves mine over the shown version: a newer save is another conflict. */
    keepMine: () => write(theirs?.revision),
    /** Whether the author discards unsaved changes. The browser does not ask again. */
    leaving,
    leave: () => setLeaving(true),
    takeTheirs() {
      if (!theirs) return
      latest.current = theirs.value
      revision.current = theirs.revision
      setValue(theirs.value)
      setTheirs(null)
      forget(name)
      setState('saved')
    },
    recover() {
      if (lost) {
        // A save made since then must not be overwritten unseen.
        revision.current = lost.revision
        change(lost.value)
      }
      setLost(null)
    },
    dropLost() {
      forget(name)
      setLost(null)
    },
  }
}
export type Autosave<T> = ReturnType<typeof useAutosave<T>>

/** The value stored in the browser, with its base revision. */
type Kept<T> = { value: T; revision: number }

const storeName = (name: string) => `waypost-unsaved:${name}`

function keep(name: string, kept: Kept<unknown>): void {
  try {
    localStorage.setItem(storeName(name), JSON.stringify(kept))
  } catch {
    // The browser has no storage or space: only the page has the changes.
  }
}

function forget(name: string): void {
  try {
    localStorage.removeItem(storeName(name))
  } catch {
    // Nothing was stored.
  }
}

function readKept<T>(name: string): Kept<T> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storeName(name)) ?? 'null') as Partial<Kept<T>> | null
    // An earlier release stored the bare value.
    return kept && 'value' in kept && typeof kept.revision === 'number' ? (kept as Kept<T>) : null
  } catch {
    return null
  }
}
