import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { openComponent } from '#modules/learning/opening/open-component.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import type { CourseState } from '#modules/learning/progress/completion.ts'
import { isInside, pathOf } from '#modules/learning/progress/course-route.ts'
import { findCoursePosition } from '#modules/learning/progress/find-course-position.ts'
import { readCourse } from '#modules/learning/progress/read-course.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, z } from '#platform/schema.ts'
import { Component, CourseVersionView, StudentCourseView, TableOfContents } from './player.schema.ts'
import { componentOf, contentsOf, courseVersionOf, studentCourseOf } from './views.ts'

/** Everything the player needs in one call. Opening a component is a change: it takes the seat-time lease. */
export const fetchCourseByStudentCourseId = operation({
  call: 'GET /course/fetchCourseByStudentCourseId',
  summary: 'The course, its outline and the component that is open, or where to go instead',
  may: ofCourse('studentCourseId'),
  takes: z.object({
    studentCourseId: id(),
    componentId: id().nullish(),
    questionId: id().nullish(),
    currentRoute: z.string().max(300).nullish(),
    getCourseTableOfContents: flag().default(true),
  }),
  gives: z.object({
    studentCourse: StudentCourseView,
    courseVersion: CourseVersionView,
    tableOfContents: TableOfContents.nullable(),
    component: Component.nullable(),
  }),
  changes: true,
  transaction: { own: 'what was opened before needs none; `openComponent` begins one where it does' },
  // Staff who view as the student neither start nor end anything.
  whileViewing: 'allowed',
  async run(ctx, { studentCourseId, componentId, getCourseTableOfContents }) {
    const state = await readCourse(ctx, studentCourseId)
    const position = await findCoursePosition(ctx, state.course, state.steps)
    const component_id = componentId ?? (isInside(position) ? position.component?.component_id : null)
    if (!isInside(position) || !component_id)
      return { ...(await courseView(ctx, state, null)), redirect: pathOf(position) }
    const component = await openComponent(ctx, studentCourseId, component_id)
    if (component.redirect !== null) return { ...(await courseView(ctx, state, null)), redirect: component.redirect }
    const openComponentId = getCourseTableOfContents ? component_id : null
    return {
      ...(await courseView(ctx, component.state, openComponentId)),
      component: await componentOf(ctx, component),
    }
  },
})

async function courseView(ctx: Ctx, state: CourseState, openComponentId: number | null) {
  const version = await selectCourseVersion(ctx, state.course.course_version_id)
  return {
    studentCourse: studentCourseOf(state),
    courseVersion: courseVersionOf(version, state.steps),
    tableOfContents: openComponentId === null ? null : contentsOf(state.steps, openComponentId),
    component: null,
  }
}
