import { selectCourseVersion, selectReportsTo } from '#modules/catalogue/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { endLeaseOfCourse } from '#modules/learning/leases/acquire-lease.ts'
import { type CourseState, selectCourseState } from '#modules/learning/progress/completion.ts'
import { frontier, type Step, stepsOf } from '#modules/learning/progress/outline.ts'
import { listProgress, updateCurrentComponent } from '#modules/learning/progress/progress.sql.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { isOpen } from '#modules/learning/student-course/course-status.shared.ts'
import {
  lockStudentCourse,
  type StudentCourse,
  selectStudentCourse,
} from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'

export type Advance = {
  student_course_id: number
  /** The component where the student is to continue. With `final_ind`, it is the final exam wherever that is. */
  component_id: number
  /** Counts the component itself as done, too. */
  complete_ind: boolean
  final_ind: boolean
  reason: string
  /** The requester, if the caller is the approving second person. */
  asked_by?: number | null
}

/** The effect of an advance, before anything is done. */
type Plan = { course: StudentCourse; steps: Step[]; target: Step; skippedSteps: Step[] }

export type AdvanceResult = { component_id: number; advanced: number }

/**
 * Moves a student forward to a component: everything before it counts as done by staff (`advanced_ind`), without seat
 * time. The final exam is never skipped. The caller must first check the requester and `needsSecondPerson`. Requires a
 * transaction. Throws 409 if nothing is left to skip.
 */
export async function advanceStudent(ctx: Ctx, advance: Advance): Promise<AdvanceResult> {
  const { student_course_id, reason, asked_by = null } = advance
  const { course, steps, target, skippedSteps } = await planAdvance(ctx, advance)
  await endLeaseOfCourse(ctx, course)
  await markAdvanced(ctx, course, skippedSteps)
  const updatedSteps = stepsOf(
    steps.map(({ component }) => component),
    await listProgress(ctx, student_course_id),
  )
  const current = (frontier(updatedSteps) ?? updatedSteps.at(-1)!).component.component_id
  await updateCurrentComponent(ctx, student_course_id, current)
  const { user_id } = userOf(ctx)
  const people = { advanced_by: asked_by ?? user_id, approved_by: asked_by === null ? null : user_id }
  const { component_id } = target.component
  const record = { component_id, advanced: skippedSteps.length, reason, ...people }
  await ctx.sql`
    insert into learning.course_advance ${ctx.sql({
      organization_id: course.organization_id,
      student_course_id,
      ...record,
    })}`
  await ctx.audit({ action: 'course.advance', ...courseEvent(course), after: record })
  return { component_id: current, advanced: skippedSteps.length }
}

/**
 * The steps that an advance would skip; locks the course. Throws the same errors as `advanceStudent`, so that a request
 * is refused before a second person is involved.
 */
export async function planAdvance(ctx: Ctx, advance: Omit<Advance, 'reason'>): Promise<Plan> {
  const course = await lockStudentCourse(ctx, advance.student_course_id)
  if (!isOpen(course.lk_student_course_status_id)) throw learningErrors.statusRefused()
  const { steps } = await selectCourseState(ctx, course)
  const targetIndex = findTarget(steps, advance)
  const target = steps[targetIndex]
  if (!target) throw errors.notFound()
  if (target.component.final_ind && advance.complete_ind) throw learningErrors.examNotAdvanced()
  const skippedSteps = steps.slice(0, advance.complete_ind ? targetIndex + 1 : targetIndex).filter(isUncompleted)
  if (skippedSteps.length === 0) throw learningErrors.nothingToAdvance()
  return { course, steps, target, skippedSteps }
}

/** A student course with its current outline, for staff who choose where the student continues. */
export async function readOutlineOf(ctx: Ctx, student_course_id: number): Promise<CourseState> {
  return selectCourseState(ctx, await selectStudentCourse(ctx, student_course_id))
}

const isUncompleted = ({ completed }: Step): boolean => !completed

/** The index of the step where the student is to continue; -1 if the outline doesn't have it. */
const findTarget = (steps: readonly Step[], { component_id, final_ind }: Omit<Advance, 'reason'>): number =>
  steps.findIndex(({ component }) => (final_ind ? component.final_ind : component.component_id === component_id))

/** A row for each step, without time; previously credited time stays. */
async function markAdvanced(ctx: Ctx, course: StudentCourse, steps: readonly Step[]): Promise<void> {
  const { student_course_id, organization_id } = course
  const ids = steps.map(({ component }) => component.component_id)
  await ctx.sql`
    insert into learning.student_progress as p (student_course_id, organization_id, component_id, advanced_ind)
    select ${student_course_id}, ${organization_id}, id, true from unnest(${ctx.sql.array(ids)}::int[]) id
    on conflict (student_course_id, component_id) do update set advanced_ind = true`
}

/**
 * Whether a second person must approve an advance in this course or the manual issue of its certificate: if its
 * completions are reported to an agency, because it names one or is approved for a state.
 */
export async function needsSecondPerson(ctx: Ctx, course: StudentCourse): Promise<boolean> {
  const { lk_course_state_ids } = await selectCourseVersion(ctx, course.course_version_id)
  return lk_course_state_ids.length > 0 || (await selectReportsTo(ctx, course.course_id)) !== null
}
