import type { Ctx } from '#platform/ctx.ts'
import { sealPort } from '#platform/ports.ts'

/** A number of a person as it is kept: opened only with the server's secret and only for what it was sealed for. */
type Sealed = { sealed: string }

const isSealed = (kept: unknown): kept is Sealed => typeof kept === 'object' && kept !== null && 'sealed' in kept

/** What is kept of a personal value; null stays null. `bound` names the one place that it belongs to. */
export function sealValue({ use }: Pick<Ctx, 'use'>, value: unknown, bound: string): Sealed | null {
  if (value === null || value === undefined) return null
  return {
    sealed: use(sealPort)
      .seal(Buffer.from(JSON.stringify(value)), bound)
      .toString('base64'),
  }
}

/** The value again; what was kept before values were sealed is given as it is. */
export function openValue<T>({ use }: Pick<Ctx, 'use'>, kept: T | Sealed, bound: string): T {
  if (!isSealed(kept)) return kept
  return JSON.parse(use(sealPort).open(Buffer.from(kept.sealed, 'base64'), bound).toString()) as T
}

/** The audit row of a person who read sealed numbers of a student, and why; students leave none for their own. */
export const auditOpened = (ctx: Ctx, course: { student_course_id: number; user_id: number }, purpose: string) =>
  ctx.audit({
    action: 'personalData.open',
    subject: `student_course_id:${course.student_course_id}`,
    subject_user_id: course.user_id,
    after: { purpose },
  })
