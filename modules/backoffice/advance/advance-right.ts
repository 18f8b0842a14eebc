import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { isSamePerson } from '#modules/identity/index.ts'
import { staffOfCourse } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type PermissionKey, userOf } from '#platform/permissions.ts'

/** A separate permission: advancing a student decides what counts as learned. */
export const advanceKey: PermissionKey = 'CAN_ADVANCE:UPDATE'

export const advancer = staffOfCourse<'student_course_id'>(advanceKey, 'student_course_id')

/** Throws ownCourse if staff and student are one person, by their account or a linked one. */
export async function requireOtherStudent(ctx: Ctx, student: number): Promise<void> {
  if (await isSamePerson(ctx, userOf(ctx).user_id, student)) throw backofficeErrors.ownCourse()
}
