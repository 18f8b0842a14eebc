import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { courseHistory } from '#modules/catalogue/courses/course-history.grid.ts'
import GridIsland from '#platform/grid/grid.island.tsx'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { holds } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { CourseShell, headOf } from './course-shell.tsx'

/** The authors' actions on a course. */
export default page({
  address: '/manage/courses/:course_id{[0-9]{1,9}}/history',
  title: courseHistory.title,
  may: courseOne.may,
  layout: BackOfficeLayout,
  async load(input) {
    const course_id = Number(input.params.course_id)
    const { course } = await courseOne.run(input.ctx, { course_id })
    const grid = await loadGrid(courseHistory, input, course_id)
    return { course: headOf(course), grid, canWrite: holds(input.ctx.actor, 'MANAGE_COURSES:UPDATE') }
  },
  view: ({ course, grid, canWrite }) => (
    <CourseShell course={course} tab="history" canWrite={canWrite}>
      <GridIsland data={grid} />
    </CourseShell>
  ),
})
