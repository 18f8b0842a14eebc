import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { userOf } from '../../../platform/permissions.ts'
import { courseAgency, selectCourseVersion } from '../../catalogue/index.ts'
import { courseEvent } from '../course-event.ts'
import { learningErrors } from '../errors.ts'
import { endLeaseOfCourse } from '../seat-time/take-lease.ts'
import { isOpen } from '../status/course-status.shared.ts'
import { lockStudentCourse, type StudentCourse } from '../student-course.sql.ts'
import { selectCourseState } from './completion.ts'
import { frontier, type Step, stepsOf } from './outline.ts'
import { listProgress, updateCurrentComponent } from './progress.sql.ts'

export type Advance = {
  student_course_id: number
  /** Where the student continues; the final exam where `final_ind` is set. */
  component_id: number
  /** The component itself counts as done, too. */
  complete_ind: boolean
  final_ind: boolean
  reason: string
  /** Who approved it, where a second person was needed. */
  approved_by?: number | null
}

export type Advanced = { component_id: number; advanced: number }

/**
 * Moves a student on to a component: what lies before it counts as done by staff (`advanced_ind`), with no second of seat
 * time. The final exam is never passed over. The caller has checked who asks, and asks `needsSecondPerson` before. Needs a
 * transaction. Nothing left to pass over is a 409.
 */
export async function advanceStudent(ctx: Ctx, advance: Advance): Promise<Advanced> {
  const { student_course_id, reason, approved_by = null } = advance
  const course = await lockStudentCourse(ctx, student_course_id)
  if (!isOpen(course.lk_student_course_status_id)) throw learningErrors.statusRefused()
  const { steps } = await selectCourseState(ctx, course)
  const passedOver = stepsBefore(steps, advance).filter(({ completed }) => !completed)
  if (passedOver.length === 0) throw learningErrors.nothingToAdvance()
  await endLeaseOfCourse(ctx, course)
  await markAdvanced(ctx, course, passedOver)
  const now = stepsOf(
    steps.map(({ component }) => component),
    await listProgress(ctx, student_course_id),
  )
  const { component_id } = (frontier(now) ?? now.at(-1)!).component
  await updateCurrentComponent(ctx, student_course_id, component_id)
  await ctx.sql`
    insert into learning.course_advance ${ctx.sql({
      organization_id: course.organization_id,
      student_course_id,
      component_id: advance.component_id,
      advanced: passedOver.length,
      reason,
      advanced_by: userOf(ctx).user_id,
      approved_by,
    })}`
  await ctx.audit({
    action: 'course.advance',
    ...courseEvent(course),
    after: { component_id: advance.component_id, advanced: passedOver.length, reason, approved_by },
  })
  return { component_id, advanced: passedOver.length }
}

/** The steps that the student is led past. */
function stepsBefore(steps: readonly Step[], { component_id, complete_ind, final_ind }: Advance): readonly Step[] {
  const at = final_ind
    ? steps.findIndex(({ component }) => component.final_ind)
    : steps.findIndex(({ component }) => component.component_id === component_id)
  if (at < 0) throw errors.notFound()
  const target = steps[at]!
  if (target.component.final_ind && complete_ind) throw learningErrors.examNotAdvanced()
  return steps.slice(0, complete_ind ? at + 1 : at)
}

/** A row for each, without time; what was credited before stays credited. */
async function markAdvanced(ctx: Ctx, course: StudentCourse, steps: readonly Step[]): Promise<void> {
  const { student_course_id, organization_id } = course
  const ids = steps.map(({ component }) => component.component_id)
  await ctx.sql`
    insert into learning.student_progress as p (student_course_id, organization_id, component_id, advanced_ind)
    select ${student_course_id}, ${organization_id}, id, true from unnest(${ctx.sql.array(ids)}::int[]) id
    on conflict (student_course_id, component_id) do update set advanced_ind = true`
}

/**
 * Whether a second person decides about passes and certificates of this course: where its completions are reported to an
 * agency, because it names one or is approved for a state.
 */
export async function needsSecondPerson(ctx: Ctx, course: StudentCourse): Promise<boolean> {
  const { lk_course_state_ids } = await selectCourseVersion(ctx, course.course_version_id)
  return lk_course_state_ids.length > 0 || (await courseAgency(ctx, course.course_id)) !== null
}
