import { ofCourse, staffOfCourse } from '#modules/learning/permissions.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { either } from '#platform/permissions.ts'
import { type CourseState, selectCourseState } from './completion.ts'

/** Admits the student of the course, and staff with the permission. */
export const readerOf = <F extends string>(field: F) =>
  either<Record<F, number>>(ofCourse(field), staffOfCourse('MANAGE_STUDENTS:READ', field))

/** The current state of the course, read-only. The caller must check its owner. */
export const readCourse = async (ctx: Ctx, student_course_id: number): Promise<CourseState> =>
  selectCourseState(ctx, await selectStudentCourse(ctx, student_course_id))
