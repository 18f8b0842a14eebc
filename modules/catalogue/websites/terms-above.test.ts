import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { changeOrganizationCourse } from './organization-courses.ts'
import { saveCourseWebsite } from './save-course-website.ts'
import { saveWebsite } from './save-website.ts'
import { betterTerms, type Terms } from './terms-above.ts'
import { assignedCourses, unassignedCourses } from './website-courses.ts'

const { db, ctx } = await openDemo()
const all = ['CREATE', 'READ', 'UPDATE', 'DELETE'].flatMap((type) => [
  `MANAGE_WEBSITES:${type}`,
  `MANAGE_ORGANIZATION:${type}`,
])
const [affiliate] = await db.read<{ organization_id: number; code: string; above_id: number; above: string }>`
  select o.organization_id, o.code, a.organization_id as above_id, a.code as above
  from identity.organization o join identity.organization a on a.organization_id = o.parent_organization_id limit 1`
const { organization_id: affiliate_id, code, above, above_id } = affiliate!
const below_id = await db.tx((sql) =>
  insertOrganization(sql, { code: 'BLW', name: 'Below', parent_organization_id: affiliate_id }),
)
const topCtx = () => ctx(above, someone('Admin', above_id, all))
const affiliateCtx = (locale?: 'es-es') => ctx(code, someone('Admin', affiliate_id, all), locale)
const better = (...paths: string[]) => ({
  kind: { code: 'BETTER_THAN_OWN', status: 403 },
  issues: paths.map((path) => ({ path })),
})

const terms = { adminFee: 5, minimumPrice: 10, maximumPrice: 60 }
const below = { organization_id: below_id, websiteName: 'Below', coursePrice: 30 }
let website_id: number
let course_id: number
let place: number

beforeAll(async () => {
  await db.read`
    update catalogue.website set deleted_at = platform.now(), default_website_ind = false
    where organization_id = ${affiliate_id}`
  await db.read`delete from catalogue.course_website where organization_id = ${affiliate_id}`
  const shop = { organization_id: affiliate_id, websiteName: 'Affiliate', coursePrice: 30, ...terms }
  place = (await saveWebsite.run(await topCtx(), shop)).website_id
  course_id = (await unassignedCourses.run(await topCtx(), { website_id: place })).courses[0]!.course_id
  await saveCourseWebsite.run(await topCtx(), { website_id: place, course_id, admin_fee: 8 })
})

describe('an affiliate and the organizations below it', () => {
  test("cannot give a website better terms than the parent's, and sees the parent's terms in its language", async () => {
    const give = async (overrides: object, locale?: 'es-es') =>
      saveWebsite.run(await affiliateCtx(locale), { ...below, ...overrides })
    await expect(give({})).rejects.toMatchObject(better('adminFee', 'minimumPrice', 'maximumPrice'))
    await expect(give({ ...terms, adminFee: 4.99 })).rejects.toMatchObject(better('adminFee'))
    await expect(give({ ...terms, minimumPrice: '' })).rejects.toMatchObject(better('minimumPrice'))
    await expect(give({ ...terms, maximumPrice: 60.01 })).rejects.toMatchObject({
      issues: [{ path: 'maximumPrice', message: 'Enter $60.00 or less, the same as your own organization.' }],
    })
    await expect(give({ ...terms, adminFee: 0 }, 'es-es')).rejects.toMatchObject({
      issues: [{ path: 'adminFee', message: expect.stringContaining('Escriba al menos') }],
    })
    website_id = (await give({ ...terms, adminFee: 6, minimumPrice: 12, maximumPrice: 50 })).website_id
  })

  test("cannot undercut a course with a higher fee, even if the website's terms are lower", async () => {
    const input = { website_id, course_id }
    await expect(saveCourseWebsite.run(await affiliateCtx(), input)).rejects.toMatchObject(better('admin_fee'))
    await expect(saveCourseWebsite.run(await affiliateCtx(), { ...input, admin_fee: 7.99 })).rejects.toMatchObject(
      better('admin_fee'),
    )
    const { course_website_id } = await saveCourseWebsite.run(await affiliateCtx(), { ...input, admin_fee: 9 })
    await expect(
      saveCourseWebsite.run(await affiliateCtx(), { course_website_id, admin_fee: 0 }),
    ).rejects.toMatchObject(better('admin_fee'))
    const moveForm = { organization_id: below_id, course_id, website_id, admin_fee: 3 }
    await expect(changeOrganizationCourse.run(await affiliateCtx(), moveForm)).rejects.toMatchObject(
      better('admin_fee'),
    )
    await saveCourseWebsite.run(await affiliateCtx(), { course_website_id, admin_fee: 8, course_price: 35 })
    const [course] = (await assignedCourses.run(await affiliateCtx(), { website_id })).courses
    expect(course).toMatchObject({ admin_fee: 8, course_price: 35 })
  })

  test('is bound by the strictest terms of its own websites', async () => {
    const stricter = { adminFee: 7, minimumPrice: 15, maximumPrice: 80 }
    const second = { organization_id: affiliate_id, websiteName: 'Second', coursePrice: 30, ...stricter }
    const { website_id: second_id } = await saveWebsite.run(await topCtx(), second)
    const give = async (overrides: object) =>
      saveWebsite.run(await affiliateCtx(), { ...below, websiteName: 'Below, too', ...overrides })
    const least = { adminFee: 7, minimumPrice: 15, maximumPrice: 60 }
    await expect(give({ ...least, adminFee: 6.99 })).rejects.toMatchObject(better('adminFee'))
    await expect(give({ ...least, minimumPrice: 14.99 })).rejects.toMatchObject(better('minimumPrice'))
    await expect(give({ ...least, maximumPrice: 60.01 })).rejects.toMatchObject(better('maximumPrice'))
    const result = await give(least)
    for (const id of [second_id, result.website_id])
      await db.read`update catalogue.website set deleted_at = platform.now() where website_id = ${id}`
  })

  test('passes on no course that was withdrawn from it', async () => {
    const [other] = (await unassignedCourses.run(await topCtx(), { website_id: place })).courses
    const courseForm = { course_id: other!.course_id, admin_fee: 9, course_price: 30 }
    const { course_website_id } = await saveCourseWebsite.run(await topCtx(), { ...courseForm, website_id: place })
    const fetchCourseIds = async () =>
      (await unassignedCourses.run(await affiliateCtx(), { website_id })).courses.map((course) => course.course_id)
    expect(await fetchCourseIds()).toContain(courseForm.course_id)
    await db.read`
      update catalogue.course_website set deleted_at = platform.now() where course_website_id = ${course_website_id}`
    expect(await fetchCourseIds()).not.toContain(courseForm.course_id)
    await expect(saveCourseWebsite.run(await affiliateCtx(), { ...courseForm, website_id })).rejects.toMatchObject({
      kind: { status: 404 },
    })
  })

  test('keeps a term set from above until the affiliate changes it', async () => {
    const [{ course_website_id } = { course_website_id: 0 }] = await db.read<{ course_website_id: number }>`
      select course_website_id from catalogue.course_website where website_id = ${website_id}`
    await saveCourseWebsite.run(await topCtx(), { course_website_id, admin_fee: 0, max_course_price: '' })
    await saveCourseWebsite.run(await affiliateCtx(), { course_website_id, course_price: 99 })
    await expect(
      saveCourseWebsite.run(await affiliateCtx(), { course_website_id, admin_fee: 1 }),
    ).rejects.toMatchObject(better('admin_fee'))
  })
})

const cents = fc.integer({ min: 0, max: 10_000 })
const bound = fc.option(cents, { nil: null })
const anyTerms = fc.record({ admin_fee_cents: cents, min_price_cents: bound, max_price_cents: bound })

test('no organization in a chain gets better terms than its parents', () => {
  fc.assert(
    fc.property(fc.array(anyTerms, { minLength: 2, maxLength: 8 }), (allTerms) => {
      const chain: Terms[] = [allTerms[0]!]
      for (const next of allTerms.slice(1)) if (betterTerms(chain.at(-1)!, next).length === 0) chain.push(next)
      const [first, last] = [chain[0]!, chain.at(-1)!]
      expect(last.admin_fee_cents).toBeGreaterThanOrEqual(first.admin_fee_cents)
      expect(last.min_price_cents ?? 0).toBeGreaterThanOrEqual(first.min_price_cents ?? 0)
      expect(last.max_price_cents ?? Infinity).toBeLessThanOrEqual(first.max_price_cents ?? Infinity)
    }),
  )
})
