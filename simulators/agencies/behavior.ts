import type { SimulatedAgency } from './rules.ts'

/** How the simulated agency handles a submission: whether it arrives, and how the response travels. */
export type SubmissionHandling =
  | { reached: boolean; travels: 'well' | 'lost' | 'hangs' }
  | { refuse: (codes: SimulatedAgency['codes']) => string }

const table = {
  answer: { reached: true, travels: 'well' },
  down: { reached: false, travels: 'lost' },
  'lost-after-accept': { reached: true, travels: 'lost' },
  'hang-before': { reached: false, travels: 'hangs' },
  'hang-after-accept': { reached: true, travels: 'hangs' },
  'refuse-license': { refuse: ({ license }) => license },
  'refuse-unknown': { refuse: () => 'ZZ999' },
  'out-of-certificates': { refuse: ({ out_of_numbers }) => out_of_numbers },
} as const satisfies Record<string, SubmissionHandling>

export type Behavior = keyof typeof table
export const behaviors = Object.keys(table) as [Behavior, ...Behavior[]]
export const conductOf = (behavior: Behavior): SubmissionHandling => table[behavior]
