import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { likePattern, readNameFilter } from '#modules/catalogue/name-filter.ts'
import { errors } from '#platform/errors.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { changePrices, priceFields, putCourse } from './course-prices.ts'
import { selectCourseWebsiteId, selectDefaultWebsite } from './organization-courses.sql.ts'
import { fromSellable, removeFromWebsites } from './put-on-website.sql.ts'
import { requireOrganization } from './website-permissions.ts'
import { websiteTexts as words } from './websites.texts.ts'

const courseInput = z.object({ organization_id: id(), course_id: id(), website_id: id().nullish(), ...priceFields })
const gives = z.object({ error: z.literal(false), course_website_id: z.int() })

export const addOrganizationCourse = operation({
  call: 'POST /organization/course',
  summary: 'Adds a course to an organization, on the given website or its default one. Prices are in dollars',
  may: staff('MANAGE_ORGANIZATION:UPDATE'),
  takes: courseInput,
  gives,
  fails: [
    errors.notFound,
    catalogueErrors.noWebsite,
    catalogueErrors.courseOnWebsite,
    catalogueErrors.termsFromAbove,
    catalogueErrors.betterThanOwn,
  ],
  async run(ctx, { organization_id, course_id, website_id, ...prices }) {
    requireOrganization(ctx, organization_id)
    const target_website_id = await selectOwnWebsite(ctx, organization_id, website_id)
    const course_website_id = await putCourse(ctx, target_website_id, course_id, prices)
    return { error: false as const, course_website_id, message: localText(ctx.locale, words, 'courseAdded') }
  },
})

export const changeOrganizationCourse = operation({
  call: 'PUT /organization/course',
  summary:
    "Changes an organization's prices for a course, on the given website or its default one. Prices are in dollars",
  may: staff('MANAGE_ORGANIZATION:UPDATE'),
  takes: courseInput,
  gives,
  fails: [errors.notFound, catalogueErrors.noWebsite, catalogueErrors.termsFromAbove, catalogueErrors.betterThanOwn],
  async run(ctx, { organization_id, course_id, website_id, ...prices }) {
    requireOrganization(ctx, organization_id)
    const target_website_id = await selectOwnWebsite(ctx, organization_id, website_id)
    const target = await selectCourseWebsiteId(ctx, { organization_id, website_id: target_website_id, course_id })
    const course_website_id = await changePrices(ctx, target, prices)
    return { error: false as const, course_website_id, message: localText(ctx.locale, words, 'courseUpdated') }
  },
})

export const removeOrganizationCourse = operation({
  call: 'DELETE /organization/course',
  summary: 'Removes a course from all websites of an organization. It leaves open carts, and its sales stay',
  may: staff('MANAGE_ORGANIZATION:DELETE'),
  takes: z.object({ organization_id: id(), course_id: id() }),
  gives: z.object({ error: z.literal(false) }),
  fails: [errors.notFound],
  async run(ctx, { organization_id, course_id }) {
    requireOrganization(ctx, organization_id)
    const removedIds = await removeFromWebsites(ctx, organization_id, ctx.sql`cw.course_id = ${course_id}`)
    if (removedIds.length === 0) throw errors.notFound()
    return { error: false as const, message: localText(ctx.locale, words, 'courseRemoved') }
  },
})

export const unassignedOrganizationCourses = operation({
  call: 'GET /organization/unassignedcourses/fetch',
  summary: 'Courses that can be added to an organization and are on none of its websites yet, by name',
  may: staff('MANAGE_ORGANIZATION:READ'),
  takes: z.object({ organization_id: id(), searchKey: z.string().max(200).optional() }),
  gives: z.object({ data: z.array(z.object({ course_id: z.int(), name: z.string(), price: z.number() })) }),
  fails: [errors.notFound],
  async run(ctx, { organization_id, searchKey }) {
    requireOrganization(ctx, organization_id)
    const { sql } = ctx
    const nameFilter = readNameFilter(searchKey)
    const unassigned = sql`
      and not exists (select from catalogue.course_website listing
                      where listing.course_id = c.course_id and listing.organization_id = ${organization_id}
                        and listing.deleted_at is null)
      ${nameFilter ? sql`and platform.search_form(v.name) like ${likePattern(nameFilter)}` : sql``}`
    const data = await sql<{ course_id: number; name: string; list_price_cents: number }>`
      select c.course_id, v.name, v.list_price_cents ${fromSellable(ctx, unassigned)}
      order by lower(v.name), c.course_id limit 100`
    return { data: data.map((row) => ({ ...row, price: toDollars(row.list_price_cents) })) }
  },
})

/** A website of this organization, or its default one. */
async function selectOwnWebsite(
  ctx: Parameters<typeof selectDefaultWebsite>[0],
  organization_id: number,
  website_id: number | null | undefined,
): Promise<number> {
  if (!website_id) return selectDefaultWebsite(ctx, organization_id)
  const [row] = await ctx.sql`
    select from catalogue.website
    where website_id = ${website_id} and organization_id = ${organization_id} and deleted_at is null`
  if (!row) throw errors.notFound()
  return website_id
}
