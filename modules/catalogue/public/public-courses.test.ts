import { expect, test } from 'vitest'
import { openDemo } from '#modules/catalogue/testing/demo.ts'
import { stateCode, stateIdOf } from '#platform/states.ts'
import { fetchPublicCourses } from './fetch-public-courses.ts'

const { db, ctx } = await openDemo()

type Query = Parameters<typeof fetchPublicCourses.run>[1]
const search = async (query: Query = {}, code = 'SSD') => (await fetchPublicCourses.run(await ctx(code), query)).data
const named = async (query: Query, code = 'SSD') => (await search(query, code)).courses.map(({ name }) => name)

const prices = async (code: string, query: Query = {}) =>
  (await search(query, code)).courses.map(({ course_website_id, price }) => [course_website_id, price])

test("each organization sells its own courses at its default website's prices", async () => {
  expect(await prices('SSD')).toEqual([
    [1001, 19.95],
    [1003, 34.95],
    [1002, 24.95],
  ])
  expect(await prices('GCT')).toEqual([[1006, 89]])
  expect(await prices('LST')).toEqual([[1010, 32.95]])
  expect(await search({}, 'HVS')).toMatchObject({ count: 2, orgName: 'Hudson Valley Safety Council', after_id: null })
})

test("a resold course shows the website that sells it, at that website's prices", async () => {
  expect(await prices('SSD', { course_website_id: 1004 })).toEqual([
    [1004, 21.95],
    [1005, 22.95],
  ])
  expect(await prices('SSD', { website_id: 102 })).toEqual([
    [1004, 21.95],
    [1005, 22.95],
  ])
})

test('naming a course or website of another organization changes nothing', async () => {
  expect(await prices('SSD', { course_website_id: 1006 })).toEqual(await prices('SSD'))
  expect(await prices('SSD', { website_id: 103 })).toEqual(await prices('SSD'))
})

test('an inactive organization sells nothing', async () => {
  expect(await search({}, 'MWD')).toMatchObject({ courses: [], count: 0 })
})

test('an unpublished course disappears from every site', async () => {
  await db.tx((sql) => sql`update catalogue.course set lk_course_status_id = 1 where course_id = 2`)
  expect(await search({}, 'GCT')).toMatchObject({ courses: [], count: 0 })
  await db.tx((sql) => sql`update catalogue.course set lk_course_status_id = 2 where course_id = 2`)
})

test.each([
  ['below the minimum', 'min_price_cents', 1996],
  ['above the maximum', 'max_price_cents', 1994],
])('a course priced %s is not listed', async (_, column, cents) => {
  const set = (value: number | null) =>
    db.tx((sql) => sql`update catalogue.course_website set ${sql({ [column]: value })} where course_website_id = 1001`)
  await set(cents)
  const result = await search()
  await set(null)
  expect(result.courses.map(({ course_website_id }) => course_website_id)).toEqual([1003, 1002])
  expect(result.count).toBe(2)
  expect((await search()).count).toBe(3)
})

test('a search term without an operator matches anywhere, in any case', async () => {
  expect((await named({ course_name: 'DRIVER' }))[0]).toBe('Basic Driver Improvement')
  expect(await named({ course_name: 'c driver improve' })).toEqual(['Basic Driver Improvement'])
  expect(await named({ course_name: 'contains:permit' })).toEqual([
    'Teen Permit Course: Traffic Law, Alcohol and Drugs',
  ])
  expect(await named({ course_name: 'start:man' })).toEqual(['Manejo Defensivo'])
  expect(await named({ course_name: 'start:defensivo' })).toEqual([])
  expect(await named({ course_name: 'exact:manejo defensivo' })).toEqual(['Manejo Defensivo'])
  expect((await named({ course_name: 'Course: Traffic' }))[0]).toMatch(/^Teen Permit Course: Traffic/)
  expect(await named({ course_name: '   ' })).toHaveLength(3)
})

test.each(['%', '_', 'contains:%', '\\', "'", "'; drop table catalogue.course; --", '"', '%%__', '$1', '\u202e'])(
  'treats the search term %j as plain text',
  async (course_name) => {
    expect(await search({ course_name })).toMatchObject({ courses: [], count: 0 })
  },
)

test('removes control characters from a search term', async () => {
  expect(await named({ course_name: 'mane\u0007jo\n' })).toEqual(['Manejo Defensivo'])
})

test('the state filter accepts ids, postal codes and names, and matches any of them', async () => {
  const inNewYork = ['Teen Permit Course: Traffic Law, Alcohol and Drugs', 'Manejo Defensivo']
  expect(await named({ lk_state_id: 'NY' })).toEqual(inNewYork)
  expect(await named({ lk_state_id: ['New York'] })).toEqual(inNewYork)
  expect(await named({ lk_state_id: ['mi'] })).toEqual(['Teen Permit Course: Traffic Law, Alcohol and Drugs'])
  expect(await named({ lk_state_id: ['mi', 'fl'] })).toHaveLength(3)
  expect(await named({ lk_state_id: ['Atlantis'] })).toEqual([])
})

test('the states filter lists the states of all courses for sale, not only of the results', async () => {
  const codes = async (query: Query, code?: string) =>
    (await search(query, code)).lk_state_ids.map((id) => stateCode(id)).join(' ')
  expect(await codes({})).toBe('FL MI NJ NY TX')
  expect(await codes({ course_name: 'nothing is called so' })).toBe('FL MI NJ NY TX')
  expect(await codes({ page: 9, lk_state_id: 'FL' })).toBe('FL MI NJ NY TX')
  expect(await codes({}, 'MWD')).toBe('')
  const [version] = await db.tx(
    (sql) => sql<{ id: number }>`
      select w.course_version_id as id from catalogue.v_course_website w where w.course_website_id = 1010`,
  )
  const before = await codes({}, 'LST')
  await db.tx(
    (sql) => sql`
      insert into catalogue.course_state (course_version_id, lk_state_id) values (${version!.id}, ${stateIdOf('OH')})`,
  )
  expect(await codes({}, 'LST')).toBe([...before.split(' '), 'OH'].toSorted().join(' '))
})

test("courses in the reader's language come first if no sort order is given", async () => {
  const languages = async (locale: 'en-us' | 'es-es') => {
    const { data } = await fetchPublicCourses.run(await ctx('SSD', { kind: 'anonymous' }, locale), {})
    return data.courses.map(({ lk_language_id }) => lk_language_id)
  }
  expect(await languages('en-us')).toEqual([1, 1, 2])
  expect(await languages('es-es')).toEqual([2, 1, 1])
})

test('sorts the list by name and price in both directions', async () => {
  const up = await named({ sort_by: 'course_name' })
  expect(up).toEqual([...up].sort())
  expect(await named({ sort_by: '-course_name' })).toEqual([...up].reverse())
  const cheap = (await search({ sort_by: 'price' })).courses.map(({ price }) => price)
  expect(cheap).toEqual([19.95, 24.95, 34.95])
  expect((await search({ sort_by: '-price' })).courses.map(({ price }) => price)).toEqual([...cheap].reverse())
})

test('refuses unknown fields and sort orders', async () => {
  await expect(search({ sort_by: 'secret' } as unknown as Query)).rejects.toMatchObject({ kind: { status: 400 } })
  await expect(search({ organization_id: 2 } as Query)).rejects.toMatchObject({ kind: { status: 400 } })
  await expect(search({ page: 0 })).rejects.toMatchObject({ kind: { status: 400 } })
})

test.each(['course_name', '-course_name', 'price', '-price'] as const)(
  'the pages of a long list sorted by %s add up to the whole without duplicates',
  async (sort_by) => {
    await fillShop()
    const pages = await Promise.all([1, 2, 3, 4].map((page) => search({ page, sort_by }, 'LSD')))
    expect(pages.map(({ courses }) => courses.length)).toEqual([20, 20, 7, 0])
    expect(pages.every(({ count }) => count === 47)).toBe(true)
    expect(
      new Set(pages.flatMap(({ courses }) => courses.map(({ course_website_id }) => course_website_id))).size,
    ).toBe(47)
    expect(pages.map(({ after_id }) => after_id === null)).toEqual([false, false, true, true])
  },
)

let filled = false
/** 45 more courses, many with the same name and price, on the default website of LSD. */
async function fillShop() {
  if (filled) return
  filled = true
  await db.tx(async (sql) => {
    await sql`
      with made as (
        insert into catalogue.course (organization_id, slug) select 3, 'copy-' || n from generate_series(1, 45) n
        returning course_id
      ), versions as (
        insert into catalogue.course_version (course_id, version_number, name, published_at)
        select course_id, 1, 'Copy ' || course_id % 3, platform.now() from made returning course_id
      )
      insert into catalogue.course_website (organization_id, website_id, course_id, price_cents)
      select 3, 104, course_id, 1000 + 100 * (course_id % 2) from versions`
    await sql`
      update catalogue.course c set published_version_id = v.course_version_id
      from catalogue.course_version v where v.course_id = c.course_id and c.slug like 'copy-%'`
  })
}
