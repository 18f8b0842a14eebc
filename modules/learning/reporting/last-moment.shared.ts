/** The last moment at which a deadline can be met; people read its day. A deadline at midnight shows the day before. */
export const lastMoment = (due_at: string | Date): Date => new Date(new Date(due_at).getTime() - 1)
