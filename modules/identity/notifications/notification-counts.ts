import { type Ctx, port } from '#platform/ctx.ts'

/**
 * Counts of pending work for the signed-in person in higher modules. Parts that no module fills are left out, as for a
 * person whose role has no such work.
 */
export type NotificationCounts = {
  /** Quiz submissions that wait for grading. */
  quiz?: (ctx: Ctx) => Promise<number>
  invoices?: (ctx: Ctx) => Promise<number>
  supportTickets?: (ctx: Ctx) => Promise<{ support_ticket: { issue_id: number; subject: string }[]; total: number }>
}

export const notificationCounts = port<NotificationCounts>('identity.notification-counts')
