import { ofCourse, staffOfCourse } from '#modules/learning/permissions.ts'
import { type StudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { either, type Policy } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { isViewing } from '#platform/viewing.ts'

const key = 'MANAGE_STUDENTS:READ'
const policy = either(ofCourse('student_course_id'), staffOfCourse(key, 'student_course_id'))

/** Admits the student of the course, and staff with the permission, including staff who view as the student. */
export const mayTakeProof: Policy<{ student_course_id: number }> = {
  ...policy,
  gate: (actor) => policy.gate(actor) && (!isViewing(actor) || Boolean(actor.viewer_permissions?.has(key))),
}

export const ProofInput = z.object({
  student_course_id: id(),
  /** The expected owner; if it is another person's course, the call is a 404. */
  student_id: id().optional(),
  user_id: id().optional(),
})

/** The course of a requested proof, for a caller admitted by `mayTakeProof`. */
export async function selectProvenCourse(ctx: Ctx, input: z.output<typeof ProofInput>): Promise<StudentCourse> {
  const course = await selectStudentCourse(ctx, input.student_course_id)
  const ownerIds = [input.student_id, input.user_id].filter((id) => id !== undefined)
  if (ownerIds.some((user_id) => user_id !== course.user_id)) throw errors.notFound()
  return course
}
