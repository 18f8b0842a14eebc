import { type CompletionConfiguration, selectCourseVersion, setCourseRating } from '#modules/catalogue/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { courseRated } from '#modules/learning/facts.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { isComplete, status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { count, flag, id, optionalText, z } from '#platform/schema.ts'
import { localText, texts } from '#platform/texts.ts'
import { type CourseReview, findReview, saveReview, selectAverage } from './course-review.sql.ts'

const messages = texts({ thanks: ['Thank you for your review.', 'Gracias por su reseña.'] })

/** The review form at the end of a course: null if no review is requested. */
export type ReviewOffer = {
  given: CourseReview | null
  /** The public review page for a student who gave five stars, or null. */
  elsewhere: string | null
}

/** Offers a review if the course requests them and was passed, or was failed and also invites those reviews. */
export async function offerReview(
  ctx: Ctx,
  course: Pick<StudentCourse, 'student_course_id' | 'course_version_id' | 'lk_student_course_status_id'>,
): Promise<ReviewOffer | null> {
  const { reviews } = (await selectCourseVersion(ctx, course.course_version_id)).completion_configuration
  const failed = course.lk_student_course_status_id === status.failed && !reviews?.disabledForFailed
  if (!reviews?.enabled || !(isComplete(course.lk_student_course_status_id) || failed)) return null
  const review = await findReview(ctx, course.student_course_id)
  return { given: review, elsewhere: review?.stars === 5 ? publicReview(reviews) : null }
}

export const reviewCourse = operation({
  call: 'POST /course/review',
  summary: 'Rates a course that the student has finished',
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({
    student_course_id: id(),
    stars: count(1, 5),
    comment: optionalText(2000),
    /** Whether visitors may read it, with the first name. */
    public_ind: flag().default(false),
  }),
  gives: z.object({ stars: z.number() }),
  fails: [learningErrors.noReview],
  audit: 'course.review',
  async run(ctx, { student_course_id, stars, comment, public_ind }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    if (!(await offerReview(ctx, course))) throw learningErrors.noReview()
    await saveReview(ctx, course, { stars, comment: comment || null, public_ind })
    await ctx.emit(courseRated, { course_id: course.course_id })
    const externalUrl = (await offerReview(ctx, course))?.elsewhere
    const message = localText(ctx.locale, messages, 'thanks')
    return { stars, message, ...(externalUrl && { redirect: externalUrl, external: true }) }
  },
})

type Reviews = CompletionConfiguration['reviews']

/** The school's public review page, if the course names one. */
function publicReview({ rerouteOnFiveStars, rerouteGoogleID }: Reviews): string | null {
  const place = rerouteGoogleID.trim()
  if (!rerouteOnFiveStars || place === '') return null
  return `https://search.google.com/local/writereview?placeid=${encodeURIComponent(place)}`
}

/** Updates the rating that the catalogue shows. For jobs; safe to repeat. */
export async function updateCourseRating(ctx: Ctx, course_id: number): Promise<void> {
  await setCourseRating(ctx, course_id, await selectAverage(ctx, course_id))
}
