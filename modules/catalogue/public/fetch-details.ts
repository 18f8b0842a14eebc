import { listFaqs } from '#modules/catalogue/faqs/faq.sql.ts'
import { FaqRow } from '#modules/catalogue/faqs/fetch-faqs.ts'
import { selectCourseRating } from '#modules/catalogue/versions/course-rating.sql.ts'
import { countNarrated } from '#modules/catalogue/versions/narrated.shared.ts'
import { listComponents, selectCourseVersion } from '#modules/catalogue/versions/version.sql.ts'
import {
  type CourseWebsite,
  findCourseWebsite,
  listShippingMethods,
} from '#modules/catalogue/websites/course-website.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { type PublicChapter, publicOutline } from './outline.ts'
import { hoursOf } from './public-course.ts'
import { listBundledCourses, listRelatedCourses } from './related-courses.sql.ts'
import { sampleOf } from './sample-lesson.ts'
import { stateNames } from './states.ts'

const Chapter = z.object({
  name: z.string(),
  type: z.literal('chapter'),
  seconds: z.int(),
  final_ind: z.boolean(),
  sections: z.array(z.object({ name: z.string(), type: z.literal('section'), components: z.array(z.string()) })),
})

const CourseDetails = z.object({
  course_website_id: id(),
  website_id: id(),
  course_id: id(),
  course_version_id: id(),
  name: z.string(),
  excerpt: z.string(),
  description: z.string(),
  /** The image's alternative text. */
  image_alt: z.string(),
  price: z.number(),
  lk_language_id: id(),
  /** The program that the course belongs to, or null. */
  program_id: z.string().nullable(),
  rating: z.number().nullable(),
  audio_ind: z.boolean(),
  audio: z.object({ enabled: z.boolean(), price: z.number(), language: z.string() }),
  /** The number of its lessons with a recording. */
  narration: z.object({ narrated: z.int(), lessons: z.int() }),
  hours: z.number(),
  required_seconds: z.int(),
  has_final_ind: z.boolean(),
  lk_course_state_ids: z.array(id()),
  states: z.array(z.string()),
  shippingMethods: z.array(z.object({ course_shipping_method_id: id(), lk_shipping_type_id: id(), price: z.number() })),
  chapters: z.array(Chapter),
  /** The name of the lesson that visitors may read, or null; see GET /course/fetch/sample. */
  sample: z.string().nullable(),
  faq: z.array(FaqRow),
  /** Bundled courses. */
  bundled_courses: z.array(z.object({ course_website_id: id(), name: z.string() })),
  related: z.array(
    z.object({
      course_website_id: id(),
      course_id: id(),
      name: z.string(),
      excerpt: z.string(),
      imageUrl: z.string(),
      price: z.number(),
    }),
  ),
})

export const fetchDetails = operation({
  call: 'GET /course/fetch/details',
  clients: 'getPublicCourse',
  sites: 'proved',
  summary: 'A course for sale (id = course_website_id) with its FAQs and outline',
  may: anyone,
  takes: z.object({ id: id() }),
  gives: z.object({ course: CourseDetails, imageUrl: z.string() }),
  async run(ctx, input) {
    const courseWebsite = await findCourseWebsite(ctx, input.id)
    if (!courseWebsite) throw errors.notFound()
    return { course: await detailsOf(ctx, courseWebsite), imageUrl: courseWebsite.image }
  },
})

async function detailsOf(ctx: Ctx, offer: CourseWebsite): Promise<z.input<typeof CourseDetails>> {
  const { course_version_id } = offer
  const [version, rating, components, faq, shipping, bundled, related] = await Promise.all([
    selectCourseVersion(ctx, course_version_id),
    selectCourseRating(ctx, course_version_id),
    listComponents(ctx, course_version_id),
    listFaqs(ctx, course_version_id, { post_completion_ind: false }),
    listShippingMethods(ctx, course_version_id),
    listBundledCourses(ctx, offer),
    listRelatedCourses(ctx, offer),
  ])
  const chapters: PublicChapter[] = publicOutline(components)
  return {
    ...offer,
    name: offer.course_name,
    description: version.description,
    program_id: version.program_id,
    image_alt: version.image_alt,
    rating,
    lk_course_state_ids: [...version.lk_course_state_ids],
    states: stateNames(version.lk_course_state_ids, ctx.locale),
    price: toDollars(offer.price_cents),
    hours: hoursOf(offer.required_seconds),
    has_final_ind: components.some(({ final_ind }) => final_ind),
    shippingMethods: shipping
      .filter(({ enabled }) => enabled)
      .map((method) => ({ ...method, price: toDollars(method.price_cents) })),
    chapters,
    audio: { ...offer.audio, enabled: offer.audio_ind && offer.audio.enabled },
    narration: countNarrated(components),
    sample: sampleOf(components)?.name ?? null,
    faq,
    bundled_courses: bundled.map((course) => ({ ...course, name: course.course_name })),
    related: related.map((relatedCourse) => ({
      ...relatedCourse,
      name: relatedCourse.course_name,
      imageUrl: relatedCourse.image,
      price: toDollars(relatedCourse.price_cents),
    })),
  }
}
