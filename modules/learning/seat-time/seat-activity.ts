import type { Percent } from './seat-state.shared.ts'

// Activity on the page until the next heartbeat reports it. It is not displayed, unlike `seat-state.shared.ts`.

/** A shown range of a video, to be sent with the next beat. */
export type ShownRange = { media: string; duration_ms: number; from_ms: number; to_ms: number }
let shownRanges: ShownRange[] = []
let sendBeat = () => {}
let lastActiveAt = performance.now()

/** Adds a range, merging it with the previous one if they touch. */
export function addShownRange(next: ShownRange): void {
  const last = shownRanges.at(-1)
  if (last && last.media === next.media && Math.abs(last.to_ms - next.from_ms) < 50) last.to_ms = next.to_ms
  else shownRanges.push({ ...next })
}

/**
 * All ranges shown since the component was opened. Every heartbeat repeats them until the video is complete, because
 * heartbeats and their responses may get lost. The server counts nothing twice.
 */
export function listShownRanges(): Report[] {
  const byMedia = Map.groupBy(shownRanges, ({ media }) => media)
  const reports = [...byMedia].map(([media, ranges]) => ({
    media,
    duration_ms: ranges[0]!.duration_ms,
    ranges: ranges.slice(-100).map(({ from_ms, to_ms }) => ({ from_ms, to_ms })),
  }))
  return reports.slice(0, 20)
}

/** Forgets the videos, because the next part of the course has others. */
export function forgetRanges(): void {
  shownRanges = []
}

/** Forgets a complete video, which need not be reported anymore. */
export function forgetComplete(videos: readonly Percent[]): void {
  const complete = new Set(videos.filter(({ completed }) => completed).map(({ media }) => media))
  shownRanges = shownRanges.filter(({ media }) => !complete.has(media))
}
export type Report = { media: string; duration_ms: number; ranges: { from_ms: number; to_ms: number }[] }

/** Sets the function that sends a heartbeat immediately; none is sent once the clock has stopped. */
export function setBeat(next: () => void): void {
  sendBeat = next
}
/** Sends a beat now, for progress that the server should have before the next beat is due. */
export const beatNow = (): void => sendBeat()

/** Records activity: a pointer moved, a key was pressed, or something plays. */
export function markActive(): void {
  lastActiveAt = performance.now()
}
export const idleFor = (): number => performance.now() - lastActiveAt
