import { type Ctx, port } from '#platform/ctx.ts'

export type DueWork = { ran: string[]; pending: string[] }

/** Runs the scheduled jobs of a test organization at the time of its context; the composition root fills this port. */
export const dueWork = port<(ctx: Ctx) => Promise<DueWork>>('due-work')
