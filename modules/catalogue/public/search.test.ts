import { beforeAll, describe, expect, test } from 'vitest'
import { openDemo } from '#modules/catalogue/testing/demo.ts'
import { fetchPublicCourses } from './fetch-public-courses.ts'
import { searchPublicCourses } from './public-courses.sql.ts'
import { correctTerms, readTerms, vocabulary } from './search-terms.ts'

const { db, ctx } = await openDemo()

type Query = Parameters<typeof fetchPublicCourses.run>[1]
const search = async (query: Query, code = 'SSD') => (await fetchPublicCourses.run(await ctx(code), query)).data
const searchNames = async (course_name: string, code?: string) =>
  (await search({ course_name }, code)).courses.map(({ name }) => name)

const improvement = 'Basic Driver Improvement'
const defensive = 'Manejo Defensivo'
const permit = 'Teen Permit Course: Traffic Law, Alcohol and Drugs'

describe('a search of the catalogue', () => {
  test.each([
    ['ticket', improvement],
    ['Traffic School', improvement],
    ['multa', improvement],
    ['infracción de tránsito', improvement],
    ['insurance discount', defensive],
    ['seguro', defensive],
    ['permiso de conducir', permit],
    ['first license', permit],
  ])('finds a course by the synonym %j', async (text, first) => {
    expect((await searchNames(text))[0]).toBe(first)
  })

  test.each([
    ['drivr improvemnt', improvement],
    ['drivr', improvement],
    ['defensibo', defensive],
    ['permitt', permit],
    ['trafic school', improvement],
  ])('finds %j despite its typing error, and marks the result as similar', async (text, expected) => {
    const { courses, close_ind, suggestions } = await search({ course_name: text })
    expect(courses.map(({ name }) => name)).toContain(expected)
    expect({ close_ind, suggestions }).toEqual({ close_ind: true, suggestions: [] })
  })

  test.each(['Michigan', 'míchigan', 'MICHIGAN'])('finds the courses for the state %j', async (text) => {
    expect(await searchNames(text)).toEqual([permit])
  })

  test('finds a state by its name in Spanish and with a typing error', async () => {
    expect((await searchNames('nueva york')).toSorted()).toEqual([defensive, permit])
    expect(await searchNames('Michgan')).toEqual([permit])
  })

  test('requires every word, anywhere in the text', async () => {
    expect(await searchNames('michigan permit')).toEqual([permit])
    expect(await searchNames('michigan multa zzzz')).toEqual([])
  })

  test('finds words of the description, and the beginning of a word', async () => {
    await describeCourse('Explains the rotary in Worcester.')
    expect(await searchNames('worcester')).toEqual([defensive])
    expect(await searchNames('worces')).toEqual([defensive])
    await describeCourse('')
    expect((await search({ course_name: 'worcester' })).count).toBe(0)
  })

  test('shows the best match first unless a sort order is requested', async () => {
    await describeCourse('Unlike a basic driver improvement course, it is in Spanish.')
    expect(await searchNames('driver improvement')).toEqual([improvement, defensive])
    const { courses } = await search({ course_name: 'driver improvement', sort_by: '-price' })
    expect(courses.map(({ name }) => name)).toEqual([defensive, improvement])
    await describeCourse('')
  })

  test('suggests other courses if nothing is found', async () => {
    const none = await search({ course_name: 'zzzzqqqq' })
    expect(none).toMatchObject({ count: 0, courses: [], close_ind: false })
    expect(none.suggestions).toHaveLength(3)
    // Courses with these words are for sale, but not for this state.
    const result = await search({ course_name: 'improvement', lk_state_id: 'MI' })
    expect(result.suggestions.map(({ name }) => name)).toEqual([improvement])
    // No course has these words, but the state has a course.
    const state = await search({ course_name: 'zzzzqqqq', lk_state_id: 'MI' })
    expect(state.suggestions.map(({ name }) => name)).toEqual([permit])
    expect((await search({ course_name: 'zzzz' }, 'MWD')).suggestions).toEqual([])
  })

  test("neither finds nor suggests another organization's courses", async () => {
    const [other] = (await search({}, 'GCT')).courses
    expect(await searchNames(`exact:${other!.name}`)).toEqual([])
    const words = await search({ course_name: other!.name })
    const ids = [...words.courses, ...words.suggestions].map(({ course_website_id }) => course_website_id)
    expect(ids.every((id) => id < 1004)).toBe(true)
    expect((await searchNames(other!.name, 'GCT'))[0]).toBe(other!.name)
  })

  test('filters by language, and names the languages for sale', async () => {
    expect(await search({ lk_language_id: 2 })).toMatchObject({ count: 1, lk_language_ids: [1, 2] })
    expect(await search({ lk_language_id: [1, 2] })).toMatchObject({ count: 3 })
    expect(await search({ course_name: 'multa', lk_language_id: 2 })).not.toMatchObject({ count: 3 })
    await expect(search({ lk_language_id: ['x'] } as unknown as Query)).rejects.toMatchObject({ kind: { status: 400 } })
  })
})

const describeCourse = (description: string) =>
  db.tx(async (sql) => {
    // Published versions are immutable, so the test writes as the table's owner.
    await sql`alter table catalogue.course_version disable trigger published`
    await sql`
      update catalogue.course_version v set description = ${description}
      from catalogue.course c where c.published_version_id = v.course_version_id and v.name = ${defensive}`
    await sql`alter table catalogue.course_version enable trigger published`
  })

describe('the terms of a search', () => {
  test('keep phrases and state names together, and drop punctuation', () => {
    expect(readTerms('New York traffic school!').map(({ text }) => text)).toEqual(['new york', 'traffic school'])
    expect(readTerms("it's & (a | b) <-> c:*").map(({ text }) => text)).toEqual(['its', 'a', 'b', 'c'])
    expect(readTerms('%_\\')).toEqual([])
  })

  test('are limited to eight', () => {
    expect(readTerms('a b c d e f g h i j k')).toHaveLength(8)
  })

  test('recognize states in both languages, the longest name first', () => {
    expect(readTerms('west virginia')[0]!.lk_state_id).not.toEqual(readTerms('virginia')[0]!.lk_state_id)
    expect(readTerms('Virginia Occidental')[0]!.lk_state_id).toEqual(readTerms('West Virginia')[0]!.lk_state_id)
    expect(readTerms('fl')[0]!.lk_state_id).toEqual(readTerms('Florida')[0]!.lk_state_id)
    expect(readTerms('in')[0]!.lk_state_id).toBeNull()
  })

  test('are corrected word by word', () => {
    expect(vocabulary).toContain('florida')
    const correctedTerms = correctTerms(
      'flordia tiket',
      new Map([
        ['flordia', 'florida'],
        ['tiket', 'ticket'],
      ]),
    )
    expect(correctedTerms.map(({ text }) => text)).toEqual(['florida', 'ticket'])
  })
})

describe('thousands of courses', () => {
  beforeAll(fillShops)

  test('are searched through the index of one website', async () => {
    const visitor = await ctx('GCT')
    const flush = () => visitor.sql`select pg_stat_force_next_flush(), pg_sleep(0.05)`
    const scanned = async () => {
      await Promise.all(Array.from({ length: 8 }, flush))
      const [read] = await db.read<{ rows: number }>`
        select sum(seq_tup_read)::int as rows from pg_stat_user_tables
        where schemaname = 'catalogue' and relname in ('course', 'course_website', 'course_words', 'course_version')`
      return read!.rows
    }
    await searchPublicCourses(visitor, {})
    const before = await scanned()
    for (const text of ['ticket', 'subject 17', 'florida', 'subjct', 'zzzzqqqq']) {
      await searchPublicCourses(visitor, { name: { operator: 'contains', text } })
    }
    expect((await scanned()) - before).toBe(0)
    // Verifies that this check detects a scan.
    await visitor.sql`select count(letters) from catalogue.course_words`
    expect((await scanned()) - before).toBeGreaterThan(4000)
  })
})

/** 4,000 courses of organization 3 on its website, and 40 of them on the website of GCT. */
async function fillShops() {
  await db.tx(async (sql) => {
    await sql`set local statement_timeout = 0`
    await sql`
      with made as (
        insert into catalogue.course (organization_id, slug) select 3, 'many-' || n from generate_series(1, 4000) n
        returning course_id
      ), versions as (
        insert into catalogue.course_version (course_id, version_number, name, excerpt, published_at)
        select course_id, 1, 'Subject ' || course_id % 100, 'For a ticket', platform.now() from made returning course_id
      )
      insert into catalogue.course_website (organization_id, website_id, course_id, price_cents)
      select 3, 104, course_id, 1000 from versions`
    await sql`
      update catalogue.course c set published_version_id = v.course_version_id, lk_course_status_id = 2
      from catalogue.course_version v where v.course_id = c.course_id and c.slug like 'many-%'`
    await sql`
      insert into catalogue.course_website (organization_id, website_id, course_id, price_cents)
      select w.organization_id, w.website_id, c.course_id, 2000
      from catalogue.course c
      join catalogue.website w on w.default_website_ind
      join identity.organization o on o.organization_id = w.organization_id and o.code = 'GCT'
      where c.slug like 'many-%' order by c.course_id limit 40`
  })
  await db.read`analyze`
}
