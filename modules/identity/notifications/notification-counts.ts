import { type Ctx, port } from '#platform/ctx.ts'

/**
 * What waits for the signed-in person in the modules above this one. A part that no module fills is left out and counts
 * nothing, as for a person whose role has no such work.
 */
export type NotificationCounts = {
  /** Submissions of quizzes that wait for a grade. */
  quiz?: (ctx: Ctx) => Promise<number>
  invoices?: (ctx: Ctx) => Promise<number>
  supportTickets?: (ctx: Ctx) => Promise<{ support_ticket: { issue_id: number; subject: string }[]; total: number }>
}

export const notificationCounts = port<NotificationCounts>('identity.notification-counts')
