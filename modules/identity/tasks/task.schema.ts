import { z } from '#platform/schema.ts'

export const Task = z.object({
  task_id: z.int(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  rows_done: z.int(),
  /** Null while the total is unknown. */
  rows_total: z.int().nullable(),
  summary: z.string().nullable(),
  file: z.object({ name: z.string(), size: z.int() }).nullable(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  /** When the file is deleted, or was. */
  expires_at: z.iso.datetime().nullable(),
  /** The time until which its author may undo it (`POST /user/task/undo`); null if it can't be undone, or no longer. */
  undo_until: z.iso.datetime().nullable(),
})
export type Task = z.output<typeof Task>
