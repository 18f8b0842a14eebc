import { lk_issue_status } from '#modules/support/lookups.shared.ts'
import type { Tone } from '#platform/ui/badge.tsx'
import { tonesOf } from '#platform/ui/status-tones.ts'

const tones = tonesOf(lk_issue_status, 'ticket')

/** The color of a ticket's status: Open and Resolved green, Reopened red. */
export const statusTone = (lk_issue_status_id: number): Tone => tones[lk_issue_status_id] ?? 'gray'
