import { toDollars } from '#platform/money.ts'
import { z } from '#platform/schema.ts'
import type { Locale } from '#platform/texts.ts'
import type { PublicCourse } from './public-courses.sql.ts'
import { stateNames } from './states.ts'

/** A course in the public list; `price` in dollars, `hours` rounded to a quarter. */
export const PublicCourseRow = z.object({
  course_website_id: z.int(),
  website_id: z.int(),
  course_id: z.int(),
  course_version_id: z.int(),
  name: z.string(),
  course_name: z.string(),
  excerpt: z.string(),
  price: z.number(),
  image: z.string(),
  imageUrl: z.string(),
  rating: z.number().nullable(),
  lk_language_id: z.int(),
  audio_ind: z.boolean(),
  required_seconds: z.int(),
  hours: z.number(),
  lk_course_state_ids: z.array(z.int()),
  states: z.array(z.string()),
})

export type PublicCourseResponse = z.output<typeof PublicCourseRow>

/** Hours of a course, in quarters. */
export const hoursOf = (seconds: number): number => Math.round(seconds / 900) / 4

export const publicCourseRow = (course: PublicCourse, locale: Locale): z.input<typeof PublicCourseRow> => ({
  ...course,
  name: course.course_name,
  price: toDollars(course.price_cents),
  imageUrl: course.image,
  hours: hoursOf(course.required_seconds),
  states: stateNames(course.lk_course_state_ids, locale),
})
