/** The last moment of a deadline, whose day people read: one that ends at midnight is met until the day before. */
export const lastMoment = (due_at: string | Date): Date => new Date(new Date(due_at).getTime() - 1)
