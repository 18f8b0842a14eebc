import type { lk_issue_status } from '#modules/support/lookups.shared.ts'

/** lk_issue_status_id by name. */
export const status = { open: 1, active: 2, resolved: 3, reopened: 4, awaiting: 5, assigned: 6 } as const
export type StatusId = keyof typeof lk_issue_status

export type TicketEvent = 'assigned' | 'staff-answered' | 'reporter-wrote'

/**
 * The rules for a ticket's status. A new ticket awaits assignment; an event missing from a row leaves the status
 * unchanged. Staff may also choose any other status from the menu.
 */
export const statusRules = {
  version: 1,
  created: status.awaiting,
  /**
   * The number of days in which a reporter's message reopens a resolved ticket; a later one opens a new ticket that
   * refers to it.
   */
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
