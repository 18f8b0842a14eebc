/** The states of a session, from a row that is only stored here to a result. */
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

/** The allowed moves of a session. A result is final; when staff accept a violation, the hidden grade applies. */
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

/** Whether the provider may still report changes. */
export const isRunning = (state: ExamState): boolean => moves[state].length > 0 && state !== 'violation'
