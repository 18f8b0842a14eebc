import type { lk_issue_status } from '#modules/support/lookups.shared.ts'

/** lk_issue_status_id by name. */
export const status = { open: 1, active: 2, resolved: 3, reopened: 4, awaiting: 5, assigned: 6 } as const
export type StatusId = keyof typeof lk_issue_status

export type TicketEvent = 'assigned' | 'staff-answered' | 'reporter-wrote'

/**
 * What becomes of a ticket's status, in one place. A new ticket awaits its assignment; what a row does not name stays as
 * it is. Staff may also choose any other status from the menu.
 */
export const statusRules = {
  version: 1,
  created: status.awaiting,
  /** So long after it was resolved a ticket is reopened by its reporter; later a new one names it. */
  reopenDays: 14,
  on: {
    assigned: { 1: status.assigned, 5: status.assigned },
    'staff-answered': { 1: status.active, 4: status.active, 5: status.active, 6: status.active },
    'reporter-wrote': { 3: status.reopened },
  },
} as const satisfies {
  version: number
  created: StatusId
  reopenDays: number
  on: Record<TicketEvent, Partial<Record<StatusId, StatusId>>>
}

/** The status after an event. */
export function statusAfter(event: TicketEvent, before: number): number {
  const row: Partial<Record<number, StatusId>> = statusRules.on[event]
  return row[before] ?? before
}
