/** What the islands of one lesson tell each other in the browser: the clock beats, the others watch and add to it. */

/** A stretch of a video that was shown, to be sent with the next beat. */
export type Shown = { media: string; duration_ms: number; from_ms: number; to_ms: number }
export type Percent = { media: string; percent: number; completed: boolean }
export type SeatState = {
  /** Whole seconds credited to the open component, by the server's last word and the time since. */
  spent: number
  required: number
  state: 'running' | 'offline' | 'elsewhere'
  videos: readonly Percent[]
}

let state: SeatState | null = null
let shown: Shown[] = []
let active = performance.now()
const listeners = new Set<() => void>()

export const readSeat = (): SeatState | null => state

/** Changes what all islands see. */
export function writeSeat(next: SeatState): void {
  state = next
  for (const listener of listeners) listener()
}

export function subscribeSeat(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Joins a stretch to the one before it where they touch. */
export function addShown(next: Shown): void {
  const last = shown.at(-1)
  if (last && last.media === next.media && Math.abs(last.to_ms - next.from_ms) < 50) last.to_ms = next.to_ms
  else shown.push({ ...next })
}

/** The stretches since the last beat; `undo` puts them back when the beat did not arrive. */
export function takeShown(): { reports: Report[]; undo: () => void } {
  const taken = shown
  shown = []
  const byMedia = Map.groupBy(taken, ({ media }) => media)
  const reports = [...byMedia].map(([media, ranges]) => ({
    media,
    duration_ms: ranges[0]!.duration_ms,
    ranges: ranges.slice(-100).map(({ from_ms, to_ms }) => ({ from_ms, to_ms })),
  }))
  const undo = () => {
    shown = [...taken, ...shown]
  }
  return { reports: reports.slice(0, 20), undo }
}
export type Report = { media: string; duration_ms: number; ranges: { from_ms: number; to_ms: number }[] }

/** The student is there: a pointer moved, a key was pressed, a video plays. */
export function markActive(): void {
  active = performance.now()
}
export const idleFor = (): number => performance.now() - active
