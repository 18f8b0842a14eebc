import type { Ctx } from '#platform/ctx.ts'
import { sealPort } from '#platform/ports.ts'

/** A stored personal number: it can be decrypted only with the server's secret and for the record it was sealed for. */
type Sealed = { sealed: string }

const isSealed = (value: unknown): value is Sealed => typeof value === 'object' && value !== null && 'sealed' in value

/** The stored form of a personal value; null stays null. `binding` names the only record that it belongs to. */
export function sealValue({ use }: Pick<Ctx, 'use'>, value: unknown, binding: string): Sealed | null {
  if (value === null || value === undefined) return null
  return {
    sealed: use(sealPort)
      .seal(Buffer.from(JSON.stringify(value)), binding)
      .toString('base64'),
  }
}

/** Decrypts a value; values stored before sealing was introduced are returned unchanged. */
export function openValue<T>({ use }: Pick<Ctx, 'use'>, value: T | Sealed, binding: string): T {
  if (!isSealed(value)) return value
  return JSON.parse(use(sealPort).open(Buffer.from(value.sealed, 'base64'), binding).toString()) as T
}

/** Audits that someone read a student's sealed numbers, with the reason; students who read their own leave no row. */
export const auditOpened = (ctx: Ctx, course: { student_course_id: number; user_id: number }, purpose: string) =>
  ctx.audit({
    action: 'personalData.open',
    subject: `student_course_id:${course.student_course_id}`,
    subject_user_id: course.user_id,
    after: { purpose },
  })
