import { changesOf } from '#platform/audit/changes.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { courseActions } from './course-actions.texts.ts'

type Entry = {
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** Writes one row to the course's history. */
export const auditCourse = (
  ctx: Ctx,
  action: keyof typeof courseActions,
  course_id: number,
  { before = null, after = null }: Entry = {},
): Promise<void> => ctx.audit({ action, subject: `course_id:${course_id}`, before, after })

/** The same with the changed fields. Returns whether there are any, and writes nothing otherwise. */
export async function auditChanges<T extends object>(
  ctx: Ctx,
  action: keyof typeof courseActions,
  course_id: number,
  [before, after]: readonly [before: Partial<T>, after: Partial<T>],
): Promise<void> {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof T & string)[]
  await auditCourse(ctx, action, course_id, changesOf(before, after, fields))
}
