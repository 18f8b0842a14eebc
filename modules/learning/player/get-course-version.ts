import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { readCourse, readerOf } from '#modules/learning/progress/read-course.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, z } from '#platform/schema.ts'
import { CourseVersionView } from './player.schema.ts'
import { courseVersionOf } from './views.ts'

/** The version that the student bought, even if a newer one was published. */
export const getCourseVersion = operation({
  call: 'GET /course/courseVersion/{studentCourseId}',
  summary: "The student's version of the course with its outline and progress",
  may: readerOf('studentCourseId'),
  takes: z.object({ studentCourseId: id(), id: id().nullish(), getStudentProgress: flag().default(true) }),
  gives: z.object({ courseVersion: CourseVersionView, data: z.object({ courseVersion: CourseVersionView }) }),
  async run(ctx, { studentCourseId }) {
    const { course, steps } = await readCourse(ctx, studentCourseId)
    const courseVersion = courseVersionOf(await selectCourseVersion(ctx, course.course_version_id), steps)
    return { courseVersion, data: { courseVersion } }
  },
})
