import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { scoped, student } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText, texts } from '#platform/texts.ts'
import { reinstate } from './reinstate.ts'

const messages = texts({ reinstated: ['Your course is open again.', 'Su curso está abierto otra vez.'] })

export const reinstateStudentCourse = operation({
  call: 'POST /course/reinstateStudentCourse',
  summary: "Reinstates the caller's own expired course after payment, or right away if it is free",
  may: scoped<{ params: { student_course_id: number } }>(student, 'of their own course', (ctx, { params }) =>
    ofCourse('student_course_id').scope!(ctx, params),
  ),
  takes: z.object({ params: z.strictObject({ student_course_id: id() }) }),
  gives: z.object({ success: z.literal(true) }),
  fails: [learningErrors.notReinstatable, learningErrors.reinstatementUnpaid, errors.notFound],
  async run(ctx, { params: { student_course_id } }) {
    const text = await reinstate(ctx, student_course_id)
    return {
      success: true as const,
      message: text || localText(ctx.locale, messages, 'reinstated'),
      redirect: pathTo('/course/:studentCourseId', { studentCourseId: student_course_id }),
    }
  },
})
