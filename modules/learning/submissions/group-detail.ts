import { listComponents } from '#modules/catalogue/index.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { listAttemptsOf } from '#modules/learning/questions/attempt.sql.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { readSubmissionsKey } from './permissions.ts'
import { gradersOf, showGradedAttempt } from './show-attempt.ts'
import { GradedAttempt, SubmittedWork } from './submission.schema.ts'
import { selectSubmittedWork } from './submitted-work.sql.ts'

export const GroupReview = z.object({
  data: z.object({ quizAttempts: z.array(GradedAttempt), groupDetails: SubmittedWork }),
})
export type QuizGroupShown = z.output<typeof GroupReview>['data']

export const quizSubmissionGroup = operation({
  call: 'GET /quiz/submissions/group/detail',
  summary: 'All finished attempts of one student course',
  may: staffOfCourse(readSubmissionsKey, 'student_course_id'),
  takes: z.object({ student_course_id: id() }),
  gives: GroupReview,
  run: (ctx, { student_course_id }) => readGroup(ctx, student_course_id),
})

/** The finished attempts of a course in outline order. Callers must check the access. */
export async function readGroup(ctx: Ctx, student_course_id: number): Promise<z.output<typeof GroupReview>> {
  const groupDetails = await selectSubmittedWork(ctx, student_course_id)
  const { course_version_id } = await selectStudentCourse(ctx, student_course_id)
  const components = await listComponents(ctx, course_version_id)
  const attempts = (await listAttemptsOf(ctx, student_course_id)).filter(({ submitted_at }) => submitted_at !== null)
  const graders = await gradersOf(ctx, attempts)
  const quizAttempts = components.flatMap((component) =>
    attempts
      .filter(({ component_id }) => component_id === component.component_id)
      .map((attempt) => showGradedAttempt(attempt, component, graders)),
  )
  return { data: { quizAttempts, groupDetails } }
}
