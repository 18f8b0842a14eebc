import { ofCourse } from '#modules/learning/permissions.ts'
import { selectTotalTime } from '#modules/learning/progress/progress.sql.ts'
import { beat } from '#modules/learning/rates.ts'
import { operation } from '#platform/operation.ts'
import { count, id, z } from '#platform/schema.ts'

/** The client's total is only logged; the response is from the ledger. */
export const updateStudentCourseTotalTime = operation({
  call: 'POST /course/updateStudentCourseTotalTime',
  summary: 'The seconds the ledger has credited to the whole course',
  may: ofCourse('studentCourseId'),
  takes: z.object({ studentCourseId: id(), time: count(0, 100_000_000).nullish() }),
  gives: z.object({ studentCourseId: z.number(), time: z.number(), time_spent: z.number() }),
  changes: false,
  rate: beat,
  async run(ctx, { studentCourseId, time }) {
    const time_spent = await selectTotalTime(ctx, studentCourseId)
    ctx.log.info('seat-time.claim', { student_course_id: studentCourseId, claimed: time ?? null, credited: time_spent })
    return { studentCourseId, time: time_spent, time_spent }
  },
})
