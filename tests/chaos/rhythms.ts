import type { Rhythms } from './faults.ts'

/** For a run of thousands. */
export const longRhythms: Rhythms = {
  backends: { first: 5, every: 10 },
  server: { first: 20, every: 120 },
  hanging: { first: 60, every: 120 },
  stall: { first: 40, every: 100 },
  settlement: { first: 30, every: 60 },
  postgres: { first: 150, every: 400 },
  questions: { first: 10, every: 40 },
  answers: { first: 15, every: 40 },
  tokens: { first: 25, every: 100 },
  silence: { first: 300, every: 1_000 },
}

/** For a run of a few dozen, in which each fault happens at least once. */
export const shortRhythms: Rhythms = {
  backends: { first: 4, every: 8 },
  server: { first: 8, every: 200 },
  hanging: { first: 16, every: 200 },
  stall: { first: 24, every: 200 },
  settlement: { first: 25, every: 40 },
  postgres: { first: 32, every: 200 },
  questions: { first: 3, every: 15 },
  answers: { first: 5, every: 15 },
  tokens: { first: 10, every: 30 },
  silence: { first: 12, every: 200 },
}
