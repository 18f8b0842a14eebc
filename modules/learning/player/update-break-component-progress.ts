import { readCourse } from '#modules/learning/progress/read-course.ts'
import { beat } from '#modules/learning/rates.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { scoped, student, userOf } from '#platform/permissions.ts'
import { count, flag, id, z } from '#platform/schema.ts'
import { StudentProgress } from './player.schema.ts'
import { studentProgressOf } from './views.ts'

/** Clients send the whole component back; only its ids are read. */
const ComponentInput = z.looseObject({
  component_id: id().nullish(),
  student_progress_id: id().nullish(),
  studentProgress: z.looseObject({ student_progress_id: id() }).nullish(),
})
type BreakInput = { component: z.output<typeof ComponentInput>; student_progress_id?: number | null }

const progressIdOf = ({ component, student_progress_id }: BreakInput): number | null =>
  student_progress_id ?? component.student_progress_id ?? component.studentProgress?.student_progress_id ?? null

async function findOwnBreak(ctx: Ctx, student_progress_id: number | null) {
  const [row] = await ctx.sql<{ student_course_id: number; component_id: number }>`
    select sc.student_course_id, p.component_id
    from learning.student_progress p join learning.student_course sc using (student_course_id)
    where p.student_progress_id = ${student_progress_id} and sc.user_id = ${userOf(ctx).user_id}`
  if (!row) throw errors.notFound()
  return row
}

/** The progress of a break, which started when it was first opened. No client input shortens or restarts it. */
export const updateBreakComponentProgress = operation({
  call: 'POST /course/updateBreakComponentProgress',
  summary: "The time left of a break, by the server's clock",
  may: scoped(student, 'of their own course', async (ctx, input: BreakInput) => {
    await findOwnBreak(ctx, progressIdOf(input))
  }),
  takes: z.object({
    component: ComponentInput,
    studentCourseId: id().nullish(),
    student_progress_id: id().nullish(),
    time_spent: count(0, 10_000_000).nullish(),
    completed_ind: flag().nullish(),
  }),
  gives: z.object({ studentProgress: StudentProgress }),
  changes: false,
  rate: beat,
  async run(ctx, input) {
    const { student_course_id, component_id } = await findOwnBreak(ctx, progressIdOf(input))
    const { steps } = await readCourse(ctx, student_course_id)
    const step = steps.find(({ component }) => component.component_id === component_id)
    const progress = step && studentProgressOf(step)
    if (step?.component.type !== 'Break' || !progress) throw errors.notFound()
    return { studentProgress: { ...progress, completed_ind: step.completed || progress.seconds_left === 0 } }
  },
})
