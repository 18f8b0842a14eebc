import { courseRated } from '#modules/learning/facts.ts'
import { updateCourseRating } from '#modules/learning/reviews/review-course.ts'
import { job } from '#platform/queue/job.ts'

/** Copies students' average rating to the catalogue. */
export const updateCourseRatingJob = job({
  name: 'learning.update-course-rating',
  on: courseRated,
  run: (ctx, { course_id }) => ctx.tx((inner) => updateCourseRating(inner, course_id)),
})
