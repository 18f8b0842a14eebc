import type { Tone as BadgeTone } from '../../../platform/ui/badge.tsx'

const tones: Readonly<Record<number, BadgeTone>> = {
  1: 'green',
  2: 'blue',
  3: 'green',
  4: 'red',
  5: 'yellow',
  6: 'blue',
}

/** The colour of a ticket's status: Open and Resolved green, Reopened red. */
export const statusTone = (lk_issue_status_id: number): BadgeTone => tones[lk_issue_status_id] ?? 'grey'
