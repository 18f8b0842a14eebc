import { findCourseWebsite } from '#modules/catalogue/index.ts'
import { errors } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'

export const fetchCourse = operation({
  call: 'GET /cart/course',
  summary: 'The price of one course on this site',
  may: anyone,
  takes: z.object({ course_website_id: id() }),
  gives: z.object({
    course: z.object({
      course_website_id: z.int(),
      course_id: z.int(),
      name: z.string(),
      excerpt: z.string(),
      image: z.string(),
      price: z.number(),
      audio_ind: z.boolean(),
      audio_price: z.number().nullable(),
    }),
  }),
  async run(ctx, { course_website_id }) {
    const courseWebsite = await findCourseWebsite(ctx, course_website_id)
    if (!courseWebsite) throw errors.notFound()
    const { course_id, course_name: name, excerpt, image, price_cents, audio_ind, audio } = courseWebsite
    const hasAudio = audio_ind && audio.enabled
    const course = { course_website_id, course_id, name, excerpt, image, price: toDollars(price_cents) }
    return { course: { ...course, audio_ind: hasAudio, audio_price: hasAudio ? audio.price : null } }
  },
})
