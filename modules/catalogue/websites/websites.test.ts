import { expect, test } from 'vitest'
import { fetchDetails } from '#modules/catalogue/public/fetch-details.ts'
import { fetchPublicCourses } from '#modules/catalogue/public/fetch-public-courses.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import type { Actor } from '#platform/actor.ts'
import { decodeId } from '#platform/ids.ts'
import { autocompleteCourses, autocompleteOrgWebsites, autocompleteWebsites } from './autocomplete.ts'
import { courseWebsites } from './course-websites.grid.ts'
import { fetchWebsiteById } from './fetch-website-by-id.ts'
import { fetchOrganizationWebsites, fetchWebsites } from './fetch-websites.ts'
import { removeCourseWebsite } from './remove-course-website.ts'
import { removeWebsite } from './remove-website.ts'
import { saveCourseWebsite } from './save-course-website.ts'
import { saveWebsite } from './save-website.ts'
import { assignedCourses, unassignedCourses } from './website-courses.ts'

const { db, ctx } = await openDemo()
const all = ['CREATE', 'READ', 'UPDATE', 'DELETE'].flatMap((type) => [
  `MANAGE_WEBSITES:${type}`,
  `MANAGE_ORGANIZATION:${type}`,
])
/** Staff of Sunshine (1), at the top of the tree above Lone Star (3) and others, and staff of Lone Star itself. */
const topCtx = () => ctx('SSD', someone('Admin', 1, all))
const ids = await db.read<{ organization_id: number; code: string; parent_organization_id: number | null }>`
  select organization_id, code, parent_organization_id from identity.organization order by 1`
const idOf = (code: string) => ids.find((id) => id.code === code)!.organization_id
const child = ids.find(({ parent_organization_id }) => parent_organization_id !== null)!
const parent = ids.find(({ organization_id }) => organization_id === child.parent_organization_id)!
const parentCtx = () => ctx(parent.code, someone('Admin', parent.organization_id, all))
const affiliate = () => ctx(child.code, someone('Admin', child.organization_id, all))

const status = (code: number) => ({ kind: { status: code } })
const refusalOf = (code: string) => ({ kind: { code } })
let n = 0
const newName = () => `Website ${++n}`

test('adds a website with all fields, and returns the same values', async () => {
  const form = {
    websiteName: newName(),
    websiteUrl: 'https://drive.example.com',
    coursePrice: '29.95',
    adminFee: 2.5,
    minimumPrice: '19.95',
    maximumPrice: 49,
    phone: '(407) 555-0150',
    socialLinks: { facebook: 'https://facebook.com/drive', youtube: '' },
    hosted_ind: '1',
    hosted_location: 'platform',
    hosted_started_on: '02/29/2024',
  }
  const { website_id, message } = await saveWebsite.run(await topCtx(), form)
  expect(message).toBe('Website saved.')
  const { website, promoCode } = await fetchWebsiteById.run(await topCtx(), { website_id })
  expect(promoCode).toEqual([])
  expect(website).toMatchObject({
    websiteName: form.websiteName,
    websiteUrl: form.websiteUrl,
    coursePrice: 29.95,
    adminFee: 2.5,
    minimumPrice: 19.95,
    maximumPrice: 49,
    socialLinks: { facebook: 'https://facebook.com/drive' },
    hosted_ind: true,
    hosted_location: 'platform',
    hosted_started_on: '2024-02-29',
    code: 'SSD',
    isDefault: false,
    can: { update: true, remove: true, setTerms: true },
  })
})

test.each([
  [{ minimumPrice: 20, maximumPrice: 10 }, 'minimumPrice'],
  [{ coursePrice: 9.99, minimumPrice: 10 }, 'coursePrice'],
  [{ coursePrice: 50.01, maximumPrice: 50 }, 'coursePrice'],
  [{ coursePrice: 10, adminFee: 10.01 }, 'adminFee'],
  [{ coursePrice: '19.955' }, 'coursePrice'],
  [{ coursePrice: -1 }, 'coursePrice'],
  [{ websiteUrl: 'javascript:alert(1)' }, 'websiteUrl'],
  [{ websiteUrl: 'https://user:secret@example.com' }, 'websiteUrl'],
  [{ socialLinks: { facebook: 'data:text/html,x' } }, 'socialLinks.facebook'],
  [{ hosted_started_on: '02/30/2024' }, 'hosted_started_on'],
  [{ websiteName: '   ' }, 'websiteName'],
])('refuses a website with %j at the field', async (invalidInput, path) => {
  const saving = saveWebsite.run(await topCtx(), { websiteName: newName(), ...invalidInput } as never)
  await expect(saving).rejects.toMatchObject({ ...status(400), issues: [{ path }] })
})

test('refuses a logo from another server', async () => {
  const form = { websiteName: newName(), websiteLogo: 'https://elsewhere.example/logo.png' }
  await expect(saveWebsite.run(await topCtx(), form)).rejects.toMatchObject(status(400))
})

test("an organization's website names are unique, even when two are added at the same time", async () => {
  const websiteName = newName()
  const admin = await topCtx()
  const [first, ...others] = await Promise.allSettled(
    [websiteName, websiteName.toUpperCase(), websiteName].map((name) => saveWebsite.run(admin, { websiteName: name })),
  ).then((results) => results.sort((a) => (a.status === 'fulfilled' ? -1 : 1)))
  expect(first!.status).toBe('fulfilled')
  for (const other of others) expect(other).toMatchObject({ reason: refusalOf('WEBSITE_EXISTS') })
})

test("refuses to save over someone else's change with a message, even at the same time", async () => {
  const admin = await topCtx()
  const { website_id } = await saveWebsite.run(admin, { websiteName: newName() })
  const read = async () => (await fetchWebsiteById.run(admin, { website_id })).website
  const { updated_at } = await read()
  const conflict = { reason: { kind: { status: 409, code: 'CHANGED_MEANWHILE' } } }
  const results = await Promise.allSettled(
    ['1', '2', '3'].map((phone) => saveWebsite.run(admin, { website_id, websiteName: newName(), phone, updated_at })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results.filter(({ status }) => status === 'rejected')) expect(result).toMatchObject(conflict)
  const { phone } = await read()
  expect(results.findIndex(({ status }) => status === 'fulfilled')).toBe(Number(phone) - 1)
  // A program that sends no `updated_at` overwrites the stored values.
  await saveWebsite.run(admin, { website_id, websiteName: newName(), phone: '4' })
  expect((await read()).phone).toBe('4')
})

test('there is always one default website: it can be replaced, but not removed', async () => {
  const admin = await topCtx()
  const { website_id } = await saveWebsite.run(admin, { websiteName: newName(), isDefault: true })
  const { websites } = await fetchOrganizationWebsites.run(admin, { organization_id: 1 })
  expect(websites.filter((website) => website.default_website_ind).map((website) => website.website_id)).toEqual([
    website_id,
  ])
  const form = { website_id, websiteName: newName() }
  const refusal = refusalOf('DEFAULT_WEBSITE_NEEDED')
  await expect(saveWebsite.run(admin, { ...form, isDefault: false })).rejects.toMatchObject(refusal)
  await expect(removeWebsite.run(admin, { website_id })).rejects.toMatchObject(refusal)
  await saveWebsite.run(admin, { website_id: 101, websiteName: 'Sunshine Safe Driving', isDefault: true })
  await removeWebsite.run(admin, { website_id })
  await expect(fetchWebsiteById.run(admin, { website_id })).rejects.toMatchObject(status(404))
})

test("only a parent organization sets an affiliate's fees and price limits", async () => {
  const managerCtx = await parentCtx()
  const affiliateCtx = await affiliate()
  const { organization_id } = child
  const { website_id } = await saveWebsite.run(managerCtx, {
    organization_id,
    websiteName: newName(),
    adminFee: 3,
    minimumPrice: 10,
    maximumPrice: 40,
    coursePrice: 20,
  })
  const form = { website_id, websiteName: newName() }
  await expect(saveWebsite.run(affiliateCtx, { ...form, adminFee: 0 })).rejects.toMatchObject(
    refusalOf('TERMS_FROM_ABOVE'),
  )
  await expect(saveWebsite.run(affiliateCtx, { ...form, maximumPrice: '' })).rejects.toMatchObject(
    refusalOf('TERMS_FROM_ABOVE'),
  )
  await saveWebsite.run(affiliateCtx, { ...form, coursePrice: 25 })
  const { courses } = await unassignedCourses.run(affiliateCtx, { website_id })
  const input = { website_id, course_id: courses[0]!.course_id }
  await expect(saveCourseWebsite.run(affiliateCtx, { ...input, admin_fee: 0 })).rejects.toMatchObject(
    refusalOf('TERMS_FROM_ABOVE'),
  )
  const { course_website_id } = await saveCourseWebsite.run(affiliateCtx, input)
  const fetchCourse = () => assignedCourses.run(affiliateCtx, { website_id }).then((response) => response.courses[0])
  expect(await fetchCourse()).toMatchObject({
    course_price: 25,
    admin_fee: 3,
    min_course_price: 10,
    max_course_price: 40,
  })
  await saveCourseWebsite.run(affiliateCtx, { course_website_id, course_price: 40 })
  const priceChange = saveCourseWebsite.run(affiliateCtx, { course_website_id, course_price: 40.01 })
  await expect(priceChange).rejects.toMatchObject({ issues: [{ path: 'course_price' }] })
  await saveCourseWebsite.run(managerCtx, { course_website_id, admin_fee: 5, max_course_price: '' })
  expect(await fetchCourse()).toMatchObject({
    course_price: 40,
    admin_fee: 5,
    min_course_price: 10,
    max_course_price: null,
  })
})

test('an affiliate cannot avoid its fee by adding a course again or on a new website', async () => {
  const [bossCtx, ownCtx] = [await parentCtx(), await affiliate()]
  const { organization_id } = child
  const { website_id } = await saveWebsite.run(bossCtx, { organization_id, websiteName: newName() })
  const [course] = (await unassignedCourses.run(ownCtx, { website_id })).courses
  const { course_id } = course!
  const terms = { course_price: 25, admin_fee: 20, min_course_price: 12, max_course_price: 60 }
  const { course_website_id } = await saveCourseWebsite.run(bossCtx, { website_id, course_id, ...terms })
  const onSale = async (websiteId: number) => (await assignedCourses.run(ownCtx, { website_id: websiteId })).courses
  await removeCourseWebsite.run(ownCtx, { course_website_id })
  await saveCourseWebsite.run(ownCtx, { website_id, course_id, course_price: 30 })
  expect(await onSale(website_id)).toMatchObject([{ ...terms, course_price: 30 }])
  const second = await saveWebsite.run(ownCtx, { websiteName: newName() })
  const form = { website_id: second.website_id, course_id, course_price: 30 }
  await expect(saveCourseWebsite.run(ownCtx, { ...form, admin_fee: 0 })).rejects.toMatchObject(
    refusalOf('TERMS_FROM_ABOVE'),
  )
  await expect(saveCourseWebsite.run(ownCtx, { ...form, course_price: 61 })).rejects.toMatchObject(status(400))
  await saveCourseWebsite.run(ownCtx, form)
  expect(await onSale(second.website_id)).toMatchObject([{ ...terms, course_price: 30 }])
})

test('a course that an affiliate sells on several websites keeps the highest fee on the next one, and its own on each', async () => {
  const [bossCtx, ownCtx] = [await parentCtx(), await affiliate()]
  const { organization_id } = child
  const first = await saveWebsite.run(bossCtx, { organization_id, websiteName: newName() })
  const second = await saveWebsite.run(bossCtx, { organization_id, websiteName: newName(), adminFee: 25 })
  const { course_id } = (await unassignedCourses.run(ownCtx, { website_id: first.website_id })).courses[0]!
  for (const [{ website_id }, admin_fee] of [
    [first, 30],
    [second, 20],
  ] as const)
    await saveCourseWebsite.run(bossCtx, { website_id, course_id, course_price: 45, admin_fee })
  const next = await saveWebsite.run(ownCtx, { websiteName: newName() })
  await saveCourseWebsite.run(ownCtx, { website_id: next.website_id, course_id, course_price: 45 })
  const coursesOf = async ({ website_id }: { website_id: number }) =>
    (await assignedCourses.run(ownCtx, { website_id })).courses
  expect(await coursesOf(next)).toMatchObject([{ admin_fee: 30 }])
  const [{ course_website_id } = { course_website_id: 0 }] = await coursesOf(second)
  await removeCourseWebsite.run(ownCtx, { course_website_id })
  await saveCourseWebsite.run(ownCtx, { website_id: second.website_id, course_id, course_price: 45 })
  expect(await coursesOf(second)).toMatchObject([{ admin_fee: 20 }])
})

test("a course on an affiliate's next website keeps the price limits of that website at an equal fee", async () => {
  const [bossCtx, ownCtx] = [await parentCtx(), await affiliate()]
  const { organization_id } = child
  const [first, next, higher] = await Promise.all(
    [
      { adminFee: 8, minimumPrice: 20, maximumPrice: 30 },
      { adminFee: 8, minimumPrice: 26, maximumPrice: 90 },
      { adminFee: 8.01, minimumPrice: 27, maximumPrice: 91 },
    ].map((terms) => saveWebsite.run(bossCtx, { organization_id, websiteName: newName(), ...terms })),
  )
  await db.read`update catalogue.course_website set admin_fee_cents = 0 where organization_id = ${organization_id}`
  const { course_id } = (await unassignedCourses.run(ownCtx, { website_id: first!.website_id })).courses[0]!
  const put = async ({ website_id } = { website_id: 0 }) => {
    await saveCourseWebsite.run(ownCtx, { website_id, course_id, course_price: 28 })
    const [row] = (await assignedCourses.run(ownCtx, { website_id })).courses
    return [row!.admin_fee, row!.min_course_price, row!.max_course_price]
  }
  expect(await put(first)).toEqual([8, 20, 30])
  expect(await put(next)).toEqual([8, 26, 90])
  expect(await put(higher)).toEqual([8.01, 27, 91])
  const lower = await saveWebsite.run(bossCtx, {
    organization_id,
    websiteName: newName(),
    adminFee: 8,
    maximumPrice: 99,
  })
  expect(await put(lower)).toEqual([8.01, 27, 91])
})

test('a website added by an affiliate has the terms of its default website', async () => {
  const [bossCtx, ownCtx] = [await parentCtx(), await affiliate()]
  const { organization_id } = child
  const { websites } = await fetchOrganizationWebsites.run(bossCtx, { organization_id })
  const { website_id, name } = websites.find((website) => website.default_website_ind)!
  const before = (await fetchWebsiteById.run(bossCtx, { website_id })).website
  const save = (terms: object) => saveWebsite.run(bossCtx, { website_id, websiteName: name, ...terms })
  await save({ adminFee: 6, minimumPrice: 9, maximumPrice: 90 })
  const result = await saveWebsite.run(ownCtx, { websiteName: newName() })
  const newWebsite = (await fetchWebsiteById.run(ownCtx, { website_id: result.website_id })).website
  expect(newWebsite).toMatchObject({ adminFee: 6, minimumPrice: 9, maximumPrice: 90 })
  const { adminFee, minimumPrice, maximumPrice } = before
  await save({ adminFee, minimumPrice: minimumPrice ?? '', maximumPrice: maximumPrice ?? '' })
})

test('a course is added to a website once; a removed one is not for sale, and returns under its old id', async () => {
  const admin = await topCtx()
  const { website_id } = await saveWebsite.run(admin, { websiteName: newName() })
  const { courses } = await unassignedCourses.run(admin, { website_id, organization_id: 1 })
  const { course_id, price } = courses[0]!
  const results = await Promise.allSettled([1, 2, 3].map(() => saveCourseWebsite.run(admin, { website_id, course_id })))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  const repeatedAddition = saveCourseWebsite.run(admin, { website_id, course_id })
  await expect(repeatedAddition).rejects.toMatchObject(refusalOf('COURSE_ON_WEBSITE'))
  const [assignedCourse] = (await assignedCourses.run(admin, { website_id })).courses
  expect(assignedCourse).toMatchObject({ course_id, course_price: price })
  const canBeAdded = async () =>
    (await unassignedCourses.run(admin, { website_id, organization_id: 1 })).courses.some(
      (course) => course.course_id === course_id,
    )
  expect(await canBeAdded()).toBe(false)
  const { course_website_id } = assignedCourse!
  const fetchOffer = () => fetchDetails.run(admin, { id: course_website_id })
  expect((await fetchOffer()).course.price).toBe(price)
  await removeCourseWebsite.run(admin, { course_website_id })
  await expect(fetchOffer()).rejects.toMatchObject(status(404))
  await expect(removeCourseWebsite.run(admin, { course_website_id })).rejects.toMatchObject(status(404))
  expect(await canBeAdded()).toBe(true)
  const returnedResult = await saveCourseWebsite.run(admin, { website_id, course_id, course_price: 33 })
  expect(returnedResult.course_website_id).toBe(course_website_id)
  expect((await fetchOffer()).course.price).toBe(33)
})

test('a removed website sells nothing', async () => {
  const admin = await topCtx()
  const { website_id } = await saveWebsite.run(admin, { websiteName: newName() })
  const { course_website_id } = await saveCourseWebsite.run(admin, { website_id, course_id: 1 })
  await removeWebsite.run(admin, { website_id })
  await expect(fetchDetails.run(admin, { id: course_website_id })).rejects.toMatchObject(status(404))
  const { data } = await fetchPublicCourses.run(admin, { website_id })
  expect(data.courses.every((course) => course.website_id === 101)).toBe(true)
})

test('refuses a course that no organization in scope owns or sells', async () => {
  const affiliateCtx = await affiliate()
  const { websites } = await fetchOrganizationWebsites.run(affiliateCtx, { organization_id: child.organization_id })
  const { website_id } = websites[0]!
  const [foreignCourse] = await db.tx(async (sql) => {
    const rows = await sql<{ course_id: number }>`
      insert into catalogue.course (organization_id, slug) values (${idOf('SSD')}, 'kept-for-us') returning course_id`
    await sql`
      insert into catalogue.course_version (course_id, version_number, name, published_at)
      values (${rows[0]!.course_id}, 1, 'Kept for us', platform.now())`
    await sql`
      update catalogue.course c set published_version_id = v.course_version_id
      from catalogue.course_version v where v.course_id = c.course_id and c.course_id = ${rows[0]!.course_id}`
    return rows
  })
  const { course_id } = foreignCourse!
  const courseIds = (await unassignedCourses.run(affiliateCtx, { website_id })).courses.map(
    (course) => course.course_id,
  )
  expect(courseIds).not.toContain(course_id)
  await expect(saveCourseWebsite.run(affiliateCtx, { website_id, course_id })).rejects.toMatchObject(status(404))
})

test('returns 404 for websites and courses out of scope', async () => {
  const ownSite = await affiliate()
  const tries = [
    fetchWebsiteById.run(ownSite, { website_id: 101 }),
    fetchWebsites.run(ownSite, { organization_id: 1 }),
    fetchOrganizationWebsites.run(ownSite, { organization_id: 1 }),
    assignedCourses.run(ownSite, { website_id: 101 }),
    unassignedCourses.run(ownSite, { website_id: 101 }),
    saveWebsite.run(ownSite, { website_id: 101, websiteName: newName() }),
    saveWebsite.run(ownSite, { organization_id: 1, websiteName: newName() }),
    removeWebsite.run(ownSite, { website_id: 102 }),
    saveCourseWebsite.run(ownSite, { website_id: 101, course_id: 2 }),
    saveCourseWebsite.run(ownSite, { course_website_id: 1001, course_price: 1 }),
    removeCourseWebsite.run(ownSite, { course_website_id: 1001 }),
  ]
  for (const results of await Promise.allSettled<unknown>(tries)) expect(results).toMatchObject({ reason: status(404) })
  expect((await autocompleteWebsites.run(ownSite, { course_website_id: 1001 })).website).toEqual([])
  expect((await autocompleteOrgWebsites.run(ownSite, { contains: 'Sunshine' })).websites).toEqual([])
})

test.each<[string, Actor, number]>([
  ['a visitor', { kind: 'anonymous' }, 401],
  ['a student with all keys', someone('Student', 1, all), 403],
  ['staff who may only read', someone('Admin', 1, ['MANAGE_WEBSITES:READ', 'MANAGE_ORGANIZATION:READ']), 403],
])('%s changes nothing', async (_name, actor, code) => {
  const visit = await ctx('SSD', actor)
  await expect(saveWebsite.run(visit, { websiteName: newName() })).rejects.toMatchObject(status(code))
  await expect(saveCourseWebsite.run(visit, { course_website_id: 1001 })).rejects.toMatchObject(status(code))
  await expect(removeWebsite.run(visit, { website_id: 102 })).rejects.toMatchObject(status(code))
})

test('the permission to change a website does not allow adding one, and vice versa', async () => {
  const changer = await ctx('SSD', someone('Admin', 1, ['MANAGE_WEBSITES:UPDATE']))
  await expect(saveWebsite.run(changer, { websiteName: newName() })).rejects.toMatchObject(status(403))
  const adder = await ctx('SSD', someone('Admin', 1, ['MANAGE_WEBSITES:CREATE']))
  const priceChange = saveCourseWebsite.run(adder, { course_website_id: 1001, course_price: 20 })
  await expect(priceChange).rejects.toMatchObject(status(403))
})

test('the audit log records each change with the former values', async () => {
  const admin = await topCtx()
  await saveCourseWebsite.run(admin, { course_website_id: 1005, course_price: 23 })
  const [event] = await db.read`
    select subject, before, after from platform.audit_event where subject = 'course_website_id:1005'`
  expect(event).toMatchObject({
    subject: 'course_website_id:1005',
    before: { price_cents: 2295 },
    after: { price_cents: 2300 },
  })
  await saveCourseWebsite.run(admin, { course_website_id: 1005, course_price: 22.95 })
})

test('the list of websites is sorted, searched and paged; each course has a referral link with its encoded id', async () => {
  const admin = await topCtx()
  const first = await fetchWebsites.run(admin, { organization_id: 1, sort_by: '-name', limit: 2 })
  const after_id = first.after_id!
  const second = await fetchWebsites.run(admin, { organization_id: 1, sort_by: '-name', limit: 100, after_id })
  const names = [...first.websites, ...second.websites].map(({ name }) => name.toLowerCase())
  expect(names).toEqual([...names].sort().reverse())
  expect(names).toHaveLength(first.count)
  const escuela = await fetchWebsites.run(admin, { organization_id: 1, name: 'contains:escuela' })
  expect(escuela.websites.map(({ website_id }) => website_id)).toEqual([102])
  const selling = await fetchWebsites.run(admin, { organization_id: 1, course_id: 4 })
  expect(selling.websites.map(({ website_id }) => website_id)).toContain(101)
  const { websites } = (await courseWebsites.operations[0].run(admin, { organization_id: 1, website_id: '102' })) as {
    websites: { referral_link: string; encoded: string; course_website_id: number }[]
  }
  expect(websites).not.toEqual([])
  for (const { referral_link, encoded, course_website_id } of websites) {
    expect(referral_link).toBe(`https://ssd.waypost.example/checkout?course=${encoded}`)
    expect(encoded.length).toBeGreaterThanOrEqual(5)
    expect(decodeId(encoded)).toBe(course_website_id)
  }
})

test('suggests websites and courses in scope while typing', async () => {
  const admin = await topCtx()
  const by = async (query: object) => (await autocompleteWebsites.run(admin, query)).website
  expect((await by({ url: 'contains:ssd-es' })).map(({ website_id }) => website_id)).toEqual([102])
  expect(await by({ website_id: 101 })).toMatchObject([{ website_id: 101, course_website_id: null }])
  expect(await by({ course_website_id: 1004 })).toMatchObject([
    { website_id: 102, course_website_id: 1004, course_name: 'Basic Driver Improvement' },
  ])
  const courses = async (query: object) => (await autocompleteCourses.run(admin, query)).course
  expect(await courses({ name: 'contains:driver imp' })).toEqual([{ course_id: 1, name: 'Basic Driver Improvement' }])
  expect(await courses({ course_id: '3' })).toEqual([{ course_id: 3, name: 'Manejo Defensivo' }])
  expect(await courses({ name: 'contains:3', course_id: '3' })).toEqual([{ course_id: 3, name: 'Manejo Defensivo' }])
  expect(await courses({ name: '%' })).toEqual([])
})
