import { readCourse, readerOf } from '#modules/learning/progress/read-course.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { StudentCourseView } from './player.schema.ts'
import { studentCourseOf } from './views.ts'

const takes = z.object({ studentCourseId: id() })
const gives = z.object({ studentCourse: StudentCourseView, data: z.object({ studentCourse: StudentCourseView }) })

async function readView(ctx: Ctx, studentCourseId: number) {
  const studentCourse = studentCourseOf(await readCourse(ctx, studentCourseId))
  return { studentCourse, data: { studentCourse } }
}

/** The contract has this call under two names. */
export const getStudentCourse = operation({
  call: 'GET /course/student/{studentCourseId}',
  clients: 'getEnrollment',
  summary: 'One student course with its progress',
  may: readerOf('studentCourseId'),
  takes,
  gives,
  run: (ctx, { studentCourseId }) => readView(ctx, studentCourseId),
})

export const fetchStudentCourseByStudentCourseId = operation({
  call: 'GET /course/fetchStudentCourseByStudentCourseId',
  summary: 'One student course with its progress',
  may: readerOf('studentCourseId'),
  takes,
  gives,
  run: (ctx, { studentCourseId }) => readView(ctx, studentCourseId),
})

export const fetchCourseNameByStudentCourseId = operation({
  call: 'GET /course/fetchCourseNameByStudentCourseId',
  summary: 'The name of a student course',
  may: readerOf('studentCourseId'),
  takes,
  gives: z.object({ name: z.string(), course_name: z.string(), data: z.object({ name: z.string() }) }),
  async run(ctx, { studentCourseId }) {
    const { course_name } = await selectStudentCourse(ctx, studentCourseId)
    return { name: course_name, course_name, data: { name: course_name } }
  },
})
