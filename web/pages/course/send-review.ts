import { reviewCourse } from '#modules/learning/reviews/review-course.ts'
import type { SentForm } from '#platform/web/form.ts'
import type { PageInput } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { idOf } from './course-place.ts'

type Input = Pick<PageInput, 'ctx' | 'url'> & { params: { studentCourseId: string }; form: SentForm }

/** Handles a course's rating from its end page. */
export async function sendReview({ ctx, params, url, form: { values } }: Input): Promise<PageRedirect> {
  const { stars = '', comment = '' } = values
  const student_course_id = idOf(params.studentCourseId)
  const public_ind = values.public_ind === '1'
  const review = { student_course_id, stars: Number(stars), comment, public_ind }
  const { message = '' } = await reviewCourse.run(ctx, review)
  return redirect(url.pathname, { flash: { kind: 'success', text: message } })
}
