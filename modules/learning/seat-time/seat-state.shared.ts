import { atom } from 'jotai'

export type Percent = { media: string; percent: number; completed: boolean }

/** The state of the clock; each island of the page shows its part. */
export type SeatState = {
  /** Whole seconds credited to the open component, by the server's last response and the time since. */
  spent: number
  /** Whole seconds credited to the whole course. */
  total: number
  required: number
  state: 'running' | 'offline' | 'elsewhere'
  videos: readonly Percent[]
}

/** Written only by the clock; null until it runs, and on pages without one. */
export const seatState = atom<SeatState | null>(null)
