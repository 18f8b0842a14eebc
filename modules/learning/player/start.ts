import { learningErrors } from '#modules/learning/errors.ts'
import { startCourse } from '#modules/learning/opening/start-course.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { selectCourseState } from '#modules/learning/progress/completion.ts'
import { isInside, pathOf } from '#modules/learning/progress/course-route.ts'
import { findCoursePosition } from '#modules/learning/progress/find-course-position.ts'
import { ageErrors } from '#modules/learning/registration/age.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'

/** Starts or resumes the course and returns where it continues. Refuses while something else must be done first. */
export const start = operation({
  call: 'POST /course/start',
  summary: 'Begin or resume the course',
  may: ofCourse('studentCourseId'),
  takes: z.object({ studentCourseId: id() }),
  gives: z.object({ studentCourseId: z.number(), lk_student_course_status_id: z.number() }),
  fails: [learningErrors.cannotEnter, ...ageErrors],
  audit: 'course.start',
  async run(ctx, { studentCourseId }) {
    const course = await lockStudentCourse(ctx, studentCourseId)
    const { steps } = await selectCourseState(ctx, course)
    const position = await findCoursePosition(ctx, course, steps)
    const redirect = pathOf(position)
    if (!isInside(position)) throw learningErrors.cannotEnter({}, { redirect })
    const { lk_student_course_status_id } = await startCourse(ctx, course)
    return { studentCourseId, lk_student_course_status_id, redirect }
  },
})
