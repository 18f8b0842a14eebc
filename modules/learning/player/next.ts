import { learningErrors } from '#modules/learning/errors.ts'
import { courseProgressed } from '#modules/learning/facts.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import {
  type CourseState,
  listMissingRequirements,
  type Missing,
  selectCourseState,
} from '#modules/learning/progress/completion.ts'
import { componentPath, isInside, pathOf } from '#modules/learning/progress/course-route.ts'
import { findCoursePosition } from '#modules/learning/progress/find-course-position.ts'
import { frontier, progressOf, type Step, stepAfter, stepsWith } from '#modules/learning/progress/outline.ts'
import { completeProgress, type Progress, updateCurrentComponent } from '#modules/learning/progress/progress.sql.ts'
import { findRegistrationProblem } from '#modules/learning/registration/registration-problems.ts'
import { creditPresence } from '#modules/learning/seat-time/beat.ts'
import { lessonEvent } from '#modules/learning/student-course/course-event.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, z } from '#platform/schema.ts'
import { refusalFor } from './refuse.ts'

/**
 * Leaves a component for the next one. The server decides which that is; `nextComponentId` and `isLastComponent` are
 * the client's expectations and change nothing.
 */
export const next = operation({
  call: 'POST /course/next',
  summary: 'Complete the open component and move on',
  may: ofCourse('studentCourseId'),
  takes: z.object({
    studentCourseId: id(),
    componentId: id(),
    nextComponentId: id().nullish(),
    isLastComponent: flag().nullish(),
    currentRoute: z.string().max(300).nullish(),
  }),
  gives: z.object({
    nextComponentId: z.number().nullable(),
    reason: z.string().nullable(),
    questionId: z.number().nullable(),
  }),
  fails: [
    learningErrors.requirementsMissing,
    learningErrors.registrationIncomplete,
    learningErrors.registrationInvalid,
    learningErrors.cannotEnter,
  ],
  audit: (input) => ({ action: 'course.next', ...lessonEvent(input) }),
  async run(ctx, { studentCourseId, componentId }) {
    const { state, step } = await enterStep(ctx, studentCourseId, componentId)
    const missing = [
      ...(await listMissingRequirements(ctx, state, step)),
      ...(await missingBeforeExam(ctx, state, step)),
    ]
    if (missing.length > 0) throw refusalFor(missing, 'next')
    return moveOn(ctx, await leaveStep(ctx, state, step), componentId)
  },
})

type EnteredStep = { state: CourseState; step: Step }

/** The step to leave: it must be open and reachable. */
async function enterStep(ctx: Ctx, student_course_id: number, component_id: number): Promise<EnteredStep> {
  const course = await lockStudentCourse(ctx, student_course_id)
  const before = await selectCourseState(ctx, course)
  const position = await findCoursePosition(ctx, course, before.steps)
  if (!isInside(position)) throw learningErrors.cannotEnter({}, { redirect: pathOf(position) })
  const step = stepOf(before, component_id)
  if (!step) throw errors.notFound()
  if (!step.reachable || !step.progress) {
    const redirect = componentPath(student_course_id, (frontier(before.steps) ?? step).component)
    throw learningErrors.requirementsMissing({}, { reason: 'SEQUENCE', questionId: null, redirect })
  }
  // The click itself shows that the student is present, so the seconds since the last beat count.
  const spent_ms = await creditPresence(ctx, step.progress.student_progress_id)
  const state = withProgress(before, { ...step.progress, spent_ms: Math.max(spent_ms ?? 0, step.progress.spent_ms) })
  return { state, step: stepOf(state, component_id)! }
}

const withProgress = (state: CourseState, progress: Progress): CourseState => ({
  ...state,
  steps: stepsWith(state.steps, progress),
})

/** The final exam is left by completing the course. */
async function leaveStep(ctx: Ctx, state: CourseState, { component, progress }: Step): Promise<CourseState> {
  if (component.final_ind || !progress) return state
  const { student_course_id } = state.course
  await completeProgress(ctx, student_course_id, component.component_id)
  const after = withProgress(state, { ...progress, completed_ind: true })
  const [from, to] = [progressOf(state.steps).percent, progressOf(after.steps).percent]
  for (const percent of [25, 50, 75] as const)
    if (from < percent && percent <= to) await ctx.emit(courseProgressed, { student_course_id, percent })
  return after
}

const stepOf = ({ steps }: CourseState, component_id: number): Step | undefined =>
  steps.find(({ component }) => component.component_id === component_id)

/** Requires a complete registration before the final exam, because the course could not be completed without it. */
async function missingBeforeExam(ctx: Ctx, { course, steps }: CourseState, { component }: Step): Promise<Missing[]> {
  const following = steps.find((step) => step.component.position === component.position + 1)
  if (following && !following.component.final_ind) return []
  const problem = await findRegistrationProblem(ctx, course)
  return problem ? [{ ...problem, component_id: null, seconds: null }] : []
}

async function moveOn(ctx: Ctx, { course, steps }: CourseState, component_id: number) {
  const { student_course_id } = course
  const following = stepAfter(steps, component_id)
  if (!following) {
    const redirect = pathOf(await findCoursePosition(ctx, course, steps))
    return { nextComponentId: null, reason: null, questionId: null, redirect }
  }
  const { component } = following
  if (!following.completed) await updateCurrentComponent(ctx, student_course_id, component.component_id)
  const redirect = componentPath(student_course_id, component)
  return { nextComponentId: component.component_id, reason: null, questionId: null, redirect }
}
