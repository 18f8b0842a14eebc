/** From a session that we have only written down to its result. */
export const examStates = [
  'created',
  'authorized',
  'started',
  'finished',
  'passed',
  'failed',
  'violation',
  'cancelled',
] as const
export type ExamState = (typeof examStates)[number]

const results = ['passed', 'failed', 'violation', 'cancelled'] as const

/** Where a session may go. A result stays; what staff accept of a violation becomes the grade that it hid. */
const moves: Readonly<Record<ExamState, readonly ExamState[]>> = {
  created: ['authorized', 'cancelled'],
  authorized: ['started', 'finished', ...results],
  started: ['finished', ...results],
  finished: results,
  violation: ['passed', 'failed'],
  passed: [],
  failed: [],
  cancelled: [],
}

export const mayMove = (from: ExamState, to: ExamState): boolean => moves[from].includes(to)

/** Whether the provider has still something to tell about it. */
export const isRunning = (state: ExamState): boolean => moves[state].length > 0 && state !== 'violation'
