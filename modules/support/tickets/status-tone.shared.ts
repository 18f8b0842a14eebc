import type { Tone } from '#platform/ui/badge.tsx'

const tones: Readonly<Record<number, Tone>> = { 1: 'green', 2: 'blue', 3: 'green', 4: 'red', 5: 'yellow', 6: 'blue' }

/** The color of a ticket's status: Open and Resolved green, Reopened red. */
export const statusTone = (lk_issue_status_id: number): Tone => tones[lk_issue_status_id] ?? 'gray'
