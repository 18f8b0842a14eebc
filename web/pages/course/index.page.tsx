import { selectPerson } from '../../../modules/identity/index.ts'
import { readStanding } from '../../../modules/learning/index.ts'
import { student, userOf } from '../../../platform/permissions.ts'
import { redirect } from '../../../platform/web/leave.ts'
import { page } from '../../../platform/web/page.ts'
import { idOf } from './course-place.ts'

/** The way into a course: leads to wherever it goes on. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}',
  title: ['Course', 'Curso'],
  may: student,
  async load({ ctx, params }) {
    const id = idOf(params.studentCourseId)
    const [{ place, path }, person] = await Promise.all([readStanding(ctx, id), selectPerson(ctx, userOf(ctx).user_id)])
    // Certificate and report carry what About You says, so it is asked before the first question of the course.
    const first = place === 'registration' && person.about_you_at === null
    return redirect(first ? `/about?redirect=${encodeURIComponent(`/course/${id}`)}` : path, { status: 302 })
  },
  view: () => null,
})
