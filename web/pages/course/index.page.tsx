import { readStanding } from '../../../modules/learning/index.ts'
import { student } from '../../../platform/permissions.ts'
import { redirect } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { idOf } from './course-place.ts'

/** The way into a course: leads to wherever it goes on. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}',
  title: ['Course', 'Curso'],
  may: student,
  async load({ ctx, params }) {
    const { path } = await readStanding(ctx, idOf(params.studentCourseId))
    return redirect(path, { status: 302 })
  },
  view: () => null,
})
