import { selectPerson } from '#modules/identity/index.ts'
import { type CoursePage, readCourseContinuation } from '#modules/learning/entry.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { student, userOf } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { idOf } from './course-place.ts'

/** The first pages of a course without a registration before its lessons. */
const beginnings: readonly CoursePage[] = ['agreement', 'content', 'quiz']

/** The entry to a course: leads to where it continues. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}',
  title: ['Course', 'Curso'],
  may: student,
  async load({ ctx, params }) {
    const id = idOf(params.studentCourseId)
    const [at, person] = await Promise.all([readCourseContinuation(ctx, id), selectPerson(ctx, userOf(ctx).user_id)])
    const { place, path } = at
    // Certificate and report use About You: a registration asks for it, otherwise it comes first.
    const begins = at.status === status.paidNotRegistered && beginnings.includes(place)
    const first = begins && person.about_you_at === null
    return redirect(
      first
        ? pathTo('/about', { query: { redirect: pathTo('/course/:studentCourseId', { studentCourseId: id }) } })
        : path,
      { status: 302 },
    )
  },
  view: () => null,
})
