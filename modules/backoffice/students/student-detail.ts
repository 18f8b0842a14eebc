import { fetchCoursesByUserId } from '#modules/backoffice/people/fetch-courses.ts'
import { fetchUser, selectOfRole } from '#modules/identity/index.ts'
import { operation } from '#platform/operation.ts'
import { scoped, staff } from '#platform/permissions.ts'
import { count, id, z } from '#platform/schema.ts'

const courses = fetchCoursesByUserId.gives.shape.studentCourses
const { user } = fetchUser.gives.shape.data.shape

export const fetchStudentDetail = operation({
  call: 'GET /student/detail/fetch',
  clients: 'getStudent',
  summary: 'Returns a student with their courses, newest first, one page at a time',
  may: scoped<{ student_id: number }>(
    staff('MANAGE_STUDENTS:READ'),
    'for a student of their organizations',
    async (ctx, { student_id }) => {
      await selectOfRole(ctx, 'Student', student_id, 'READ')
    },
  ),
  takes: z.object({ student_id: id(), limit: count(1, 100).default(10), after_id: count(0).default(0) }),
  gives: z.object({
    data: z.object({ courses, student: user }),
    /** The last course of this page. */
    after_id: z.int().nullable(),
    count: z.int(),
  }),
  async run(ctx, { student_id, limit, after_id }) {
    const [{ studentCourses }, { data }] = await Promise.all([
      fetchCoursesByUserId.run(ctx, { user_id: student_id, includeCertificates: true }),
      fetchUser.run(ctx, { id: student_id, about: true }),
    ])
    const from = studentCourses.findIndex(({ student_course_id }) => student_course_id === after_id) + 1
    const page = studentCourses.slice(from, from + limit)
    const hasMore = from + limit < studentCourses.length
    return {
      data: { courses: page, student: data.user },
      after_id: hasMore ? page.at(-1)!.student_course_id : null,
      count: studentCourses.length,
    }
  },
})
