import { expect, test } from 'vitest'
import { fetchFaqs } from '#modules/catalogue/faqs/fetch-faqs.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import { courseWebsites } from '#modules/catalogue/websites/course-websites.grid.ts'
import { getWebsiteByAwcId } from '#modules/catalogue/websites/get-website-by-awc-id.ts'
import { fetchDetails } from './fetch-details.ts'

const { ctx } = await openDemo()
type CourseWebsites = { websites: { course_website_id: number }[]; count: number; after_id: string | null }
const fetchCourseWebsites = (as: Awaited<ReturnType<typeof ctx>>, input: Record<string, unknown>) =>
  courseWebsites.operations[0].run(as, input) as Promise<CourseWebsites>
const notFound = { kind: { status: 404 } }

test('the course details show price, FAQs, delivery and outline, but no lessons or answers', async () => {
  const { course, imageUrl } = await fetchDetails.run(await ctx(), { id: 1001 })
  expect(course).toMatchObject({
    name: 'Basic Driver Improvement',
    price: 19.95,
    hours: 4,
    states: ['Florida'],
  })
  expect(imageUrl).toMatch(/^\/media\/\d+\/sign-stop\.png$/)
  expect(course.chapters).toHaveLength(8)
  expect(course.chapters.filter(({ final_ind }) => final_ind)).toHaveLength(1)
  expect(course.chapters.flatMap(({ sections }) => sections.flatMap(({ components }) => components))).toHaveLength(83)
  expect(course.faq.length).toBeGreaterThan(0)
  expect(course.faq.every(({ post_completion_ind }) => post_completion_ind === 0)).toBe(true)
  expect(JSON.stringify(course)).not.toMatch(/"correct"|"content"|questionPools/)
})

test('state names follow the language, and the price the website', async () => {
  const { course } = await fetchDetails.run(await ctx('SSD', undefined, 'es-es'), { id: 1002 })
  expect(course).toMatchObject({ states: ['Florida', 'Nueva Jersey', 'Nueva York', 'Texas'], price: 24.95 })
})

test.each([1006, 1014, 999_999])(
  'returns 404 for course-website %i of another, a closed or no organization',
  async (id) => {
    await expect(fetchDetails.run(await ctx(), { id })).rejects.toMatchObject(notFound)
    await expect(getWebsiteByAwcId.run(await ctx(), { awc_id: id })).rejects.toMatchObject(notFound)
  },
)

test('a closed organization sells nothing on its own site', async () => {
  await expect(fetchDetails.run(await ctx('MWD'), { id: 1014 })).rejects.toMatchObject(notFound)
})

test('finds the website of a course-website by its id', async () => {
  const { website, course_id } = await getWebsiteByAwcId.run(await ctx(), { awc_id: 1004 })
  expect({ name: website.name, default: website.default_website_ind, course_id }).toEqual({
    name: 'Escuela Sunshine',
    default: false,
    course_id: 1,
  })
})

test('visitors see the FAQs before completion, students also those after it', async () => {
  const visitor = await ctx()
  const before = await fetchFaqs.run(visitor, { id: 1 })
  expect(before.faqs.length).toBeGreaterThan(0)
  await expect(fetchFaqs.run(visitor, { id: 1, post_completion_ind: true })).rejects.toMatchObject({
    kind: { status: 401 },
  })
  const after = await fetchFaqs.run(await ctx('SSD', someone('Student')), { id: 1, post_completion_ind: true })
  expect(after.faqs.length).toBeGreaterThan(0)
  expect(after.faqs.every(({ post_completion_ind }) => post_completion_ind === 1)).toBe(true)
  const all = await fetchFaqs.run(await ctx('SSD', someone('Admin')), { id: 1 })
  expect(all.faqs).toHaveLength(before.faqs.length + after.faqs.length)
})

test('returns 404 for FAQs of a course the organization does not sell', async () => {
  await expect(fetchFaqs.run(await ctx('LST'), { id: 2 })).rejects.toMatchObject(notFound)
  await expect(fetchFaqs.run(await ctx('LST'), { id: 4711 })).rejects.toMatchObject(notFound)
})

test('staff see the course websites of organizations in scope only', async () => {
  const admin = await ctx('LSD', someone('Admin', 3, ['MANAGE_ORGANIZATION:READ']))
  const { websites } = await fetchCourseWebsites(admin, { organization_id: 4 })
  expect(websites).toMatchObject([{ course_website_id: 1010, course_price: 32.95, admin_fee: 1 }])
  await expect(fetchCourseWebsites(admin, { organization_id: 1 })).rejects.toMatchObject(notFound)
  const student = await ctx('LSD', someone('Student', 3, ['MANAGE_ORGANIZATION:READ']))
  await expect(fetchCourseWebsites(student, { organization_id: 3 })).rejects.toMatchObject({
    kind: { status: 403 },
  })
  await expect(fetchCourseWebsites(await ctx('LSD'), { organization_id: 3 })).rejects.toMatchObject({
    kind: { status: 401 },
  })
})

test('pages of course websites add up to the whole list', async () => {
  const admin = await ctx('SSD', someone('Admin', 1, ['MANAGE_ORGANIZATION:READ']))
  const first = await fetchCourseWebsites(admin, { organization_id: 1, limit: 2 })
  const second = await fetchCourseWebsites(admin, { organization_id: 1, limit: 3, after_id: first.after_id! })
  expect([...first.websites, ...second.websites].map(({ course_website_id }) => course_website_id)).toEqual([
    1001, 1002, 1003, 1004, 1005,
  ])
  expect(second).toMatchObject({ count: 5, after_id: null })
})
