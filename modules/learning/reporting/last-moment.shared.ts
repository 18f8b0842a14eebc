/** The last moment at which a deadline can be met. A deadline at midnight is shown as the day before. */
export const lastMoment = (due_at: string | Date): Date => new Date(new Date(due_at).getTime() - 1)
