/** The result of a save: what is stored now, another person's newer save, or a failure. */
export type SaveResult<T> =
  /** `adopt` applies what the server assigned (ids of new items) to the current value. */
  | { kind: 'saved'; revision: number; adopt?: (now: T) => T }
  | { kind: 'conflict' }
  /** A part that the save refers to no longer exists. */
  | { kind: 'missing' }
  | { kind: 'failed'; message: string }

export type StoredValue<T> = { value: T; revision: number }

/**
 * The value as it was last stored here (null if unknown), as it is edited here, and as someone else stored it.
 */
type Versions<T> = readonly [base: T | null, mine: T, theirs: T]

export type SaveCalls<T> = {
  /** Results in a conflict if the stored value has another revision. */
  save: (value: T, revision: number) => Promise<SaveResult<T>>
  /** The stored value with its revision. */
  load: () => Promise<StoredValue<T> | null>
  /** Brings the versions into one form, so that they can be merged; by default they stay unchanged. */
  align?: (versions: Versions<T>) => Versions<T>
  /** Brings the edited value up to date before it is merged: includes text that is typed but not reported yet. */
  prepare?: () => Promise<void>
  /** Called when another person's version has become part of the edited value. */
  onMerged?: () => void
  /** Recreates the parts that another author deleted of a value that is saved over theirs. */
  renew?: (theirs: T) => ((mine: T) => T) | Promise<(mine: T) => T>
}

/** Saves a value over the stored one; if a part of it was deleted there, recreates that part with `change`. */
export async function saveOver<T>(
  { save, load, renew }: SaveCalls<T>,
  value: T,
  revision: number,
  change: (renewed: (mine: T) => T) => T,
): Promise<{ result: SaveResult<T>; sent: T }> {
  const result = await save(value, revision)
  const latestValue = result.kind === 'missing' ? await load() : null
  const renewed = latestValue && (await renew?.(latestValue.value))
  if (!renewed) return { result, sent: value }
  const changedValue = change(renewed)
  return { result: await save(changedValue, latestValue.revision), sent: changedValue }
}

/** The stored value that caused the refusal; `failed` if it could not be read. */
export async function loadTheirs<T>(
  { load, renew }: SaveCalls<T>,
  { kind }: SaveResult<T>,
  isOver: boolean,
): Promise<{ state: 'conflict' | 'failed'; theirs?: StoredValue<T> | null }> {
  if (kind === 'conflict') return { state: 'conflict', theirs: await load() }
  // Another author deleted a part of it; this author's value can be kept, unless nothing is left.
  if (kind !== 'missing' || isOver || !renew) return { state: 'failed' }
  const theirs = await load()
  return { state: theirs ? 'conflict' : 'failed', theirs }
}
