import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, list, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { dueOn, groupName } from './assignment.schema.ts'
import { assignEnrollment } from './assignment.sql.ts'
import { assignmentTexts } from './assignment.texts.ts'

const maxEnrollments = 200

export const assignEnrollments = operation({
  call: 'PUT /enrollments/assign',
  added: true,
  summary: 'Gives enrollments a group and a due date, all of them or none; absent values stay, null removes a value',
  may: staff('MANAGE_STUDENTS:UPDATE'),
  takes: z.object({
    student_course_ids: list(id(), maxEnrollments).min(1),
    group: groupName(),
    due_on: dueOn(),
  }),
  gives: z.object({
    enrollments: z.array(
      z.object({ student_course_id: z.int(), group: z.string().nullable(), due_on: z.iso.date().nullable() }),
    ),
  }),
  fails: [errors.notFound],
  clients: 'assignEnrollments',
  async run(ctx, { student_course_ids, ...change }) {
    const enrollments = []
    // All code that locks several enrollments locks them in this order.
    for (const student_course_id of [...new Set(student_course_ids)].toSorted((a, b) => a - b)) {
      const course = await lockInScope(ctx, student_course_id)
      enrollments.push({ student_course_id, ...(await assignEnrollment(ctx, course, change)) })
    }
    return { enrollments, message: localText(ctx.locale, assignmentTexts, 'saved') }
  },
})

async function lockInScope(ctx: Ctx, student_course_id: number) {
  const course = await lockStudentCourse(ctx, student_course_id)
  if (!ctx.organization.scope.includes(course.organization_id)) throw errors.notFound()
  return course
}
