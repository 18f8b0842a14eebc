/** The result of a save: what is stored now, another person's newer save, or a failure. */
export type Saved<T> =
  /** `adopt` applies what the server assigned (ids of new items) to the current value. */
  | { kind: 'saved'; revision: number; adopt?: (now: T) => T }
  | { kind: 'conflict' }
  /** Something that the save refers to no longer exists. */
  | { kind: 'missing' }
  | { kind: 'failed'; message: string }

export type Stored<T> = { value: T; revision: number }

/**
 * The value as it was last stored here, as it is here, and as someone else stored it; `base` is null if it is not
 * known.
 */
type Versions<T> = readonly [base: T | null, mine: T, theirs: T]

export type SaveCalls<T> = {
  /** Refused as a conflict, because the stored value has another revision. */
  save: (value: T, revision: number) => Promise<Saved<T>>
  /** The stored value with its revision. */
  load: () => Promise<Stored<T> | null>
  /** The versions in one form, so that they can be merged; by default they are as they are. */
  aligned?: (versions: Versions<T>) => Versions<T>
  /** Brings the edited value up to date before it is merged: takes in what is typed but not reported yet. */
  prepare?: () => Promise<void>
  /** Called when another person's version has become part of the edited value. */
  onMerged?: () => void
  /** Makes again what another author deleted of a value that is saved over theirs. */
  renew?: (theirs: T) => ((mine: T) => T) | Promise<(mine: T) => T>
}

/** Saves a value over the stored one; if a part of it was deleted there, recreates that part with `change`. */
export async function saveOver<T>(
  { save, load, renew }: SaveCalls<T>,
  value: T,
  revision: number,
  change: (renewed: (mine: T) => T) => T,
): Promise<{ result: Saved<T>; sent: T }> {
  const result = await save(value, revision)
  const latest = result.kind === 'missing' ? await load() : null
  const renewed = latest && (await renew?.(latest.value))
  if (!renewed) return { result, sent: value }
  const changed = change(renewed)
  return { result: await save(changed, latest.revision), sent: changed }
}

/** The stored value that caused the refusal; `failed` if it could not be read. */
export async function loadTheirs<T>(
  { load, renew }: SaveCalls<T>,
  { kind }: Saved<T>,
  isOver: boolean,
): Promise<{ state: 'conflict' | 'failed'; theirs?: Stored<T> | null }> {
  if (kind === 'conflict') return { state: 'conflict', theirs: await load() }
  // Another author deleted a part of it; this author's value can be kept, unless nothing is left.
  if (kind !== 'missing' || isOver || !renew) return { state: 'failed' }
  const theirs = await load()
  return { state: theirs ? 'conflict' : 'failed', theirs }
}
