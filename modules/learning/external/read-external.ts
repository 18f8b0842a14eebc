import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { pageOf, pathOf } from '#modules/learning/progress/course-route.ts'
import { listExams } from '#modules/learning/progress/exam.sql.ts'
import { examsOf } from '#modules/learning/progress/exam-options.ts'
import { findCoursePosition } from '#modules/learning/progress/find-course-position.ts'
import { readCourse } from '#modules/learning/progress/read-course.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type ExamShown, examOf } from './show-exam.ts'

export type ExternalPage = { student_course_id: number; course_name: string; exams: ExamShown[] }

/**
 * The external exams of a course that has reached them, or the page to continue. Throws 404 for another student's
 * course.
 */
export async function readExternal(ctx: Ctx, student_course_id: number): Promise<ExternalPage | { redirect: string }> {
  await ofCourse('studentCourseId').scope!(ctx, { studentCourseId: student_course_id })
  const { course, steps } = await readCourse(ctx, student_course_id)
  const position = await findCoursePosition(ctx, course, steps)
  if (pageOf(position) !== 'external') return { redirect: pathOf(position) }
  const exams = await listExams(ctx, student_course_id)
  const kinds = examsOf(await selectCourseVersion(ctx, course.course_version_id))
  return {
    student_course_id,
    course_name: course.course_name,
    exams: kinds.map((kind) => examOf(ctx, student_course_id, kind, exams)),
  }
}
