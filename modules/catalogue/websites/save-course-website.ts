import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { changePrices, priceFields, putCourse } from './course-prices.ts'
import { seenUpdatedAt } from './seen.ts'
import { requireKey } from './website-permissions.ts'
import { websiteTexts as words } from './websites.texts.ts'

export const saveCourseWebsite = operation({
  call: 'POST /course/courseWebsite/',
  summary: 'Adds a course to a website (website_id, course_id), or changes its prices (course_website_id), in dollars',
  may: staff(['MANAGE_WEBSITES:CREATE', 'MANAGE_WEBSITES:UPDATE']),
  takes: z.object({
    course_website_id: id().nullish(),
    website_id: id().nullish(),
    course_id: id().nullish(),
    /** Ignored: the address is the website's. */
    url: optionalText(300),
    updated_at: seenUpdatedAt(),
    ...priceFields,
  }),
  gives: z.object({ error: z.literal(false), course_website_id: z.int() }),
  fails: [
    errors.notFound,
    errors.forbidden,
    catalogueErrors.courseOnWebsite,
    catalogueErrors.changedMeanwhile,
    catalogueErrors.termsFromAbove,
    catalogueErrors.betterThanOwn,
  ],
  async run(ctx, { course_website_id: offer_id, ...form }) {
    requireKey(ctx, offer_id ? 'MANAGE_WEBSITES:UPDATE' : 'MANAGE_WEBSITES:CREATE')
    if (offer_id) {
      const course_website_id = await changePrices(ctx, offer_id, form)
      return { error: false as const, course_website_id, message: localText(ctx.locale, words, 'courseUpdated') }
    }
    if (!form.website_id || !form.course_id) throw errors.invalid()
    const course_website_id = await putCourse(ctx, form.website_id, form.course_id, form)
    return { error: false as const, course_website_id, message: localText(ctx.locale, words, 'courseAdded') }
  },
})
