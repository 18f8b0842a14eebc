import { beforeEach, expect, test } from 'vitest'
import { openDemo } from '#modules/catalogue/testing/demo.ts'
import { listComponents, selectComponent, selectCourseVersion } from './version.sql.ts'
import { clearVersionCache } from './version-cache.ts'

const { db, ctx } = await openDemo()
beforeEach(clearVersionCache)

test('the outline has the components in course order, final exam last', async () => {
  const components = await listComponents(await ctx(), 1)
  expect(components).toHaveLength(83)
  expect(components.map(({ position }) => position)).toEqual(components.map((_, index) => index + 1))
  expect(components.at(-1)).toMatchObject({ final_ind: true, type: 'Quiz', required_seconds: 0 })
  expect(components.filter(({ final_ind }) => final_ind)).toHaveLength(1)
})

test('a component belongs to its version only', async () => {
  const visitor = await ctx()
  expect(await selectComponent(visitor, 2, 2001)).toMatchObject({ name: 'Unit A1.1.1 Orientation', type: 'Content' })
  await expect(selectComponent(visitor, 1, 2001)).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(selectCourseVersion(visitor, 4711)).rejects.toMatchObject({ kind: { status: 404 } })
})

test('a published version is read once and then returns the same object', async () => {
  const visitor = await ctx()
  const first = await selectCourseVersion(visitor, 1)
  expect(await selectCourseVersion(visitor, 1)).toBe(first)
  expect(await listComponents(visitor, 1)).toBe(await listComponents(visitor, 1))
})

test('a request cannot change the cached version for others', async () => {
  const version = await selectCourseVersion(await ctx(), 1)
  expect(() => {
    version.course_registration_options.age = 3
  }).toThrow(TypeError)
  const [component] = await listComponents(await ctx(), 1)
  expect(() => {
    component!.name = 'changed'
  }).toThrow(TypeError)
})

test('a draft is read each time, since it may still change', async () => {
  const course_version_id = await addDraft()
  const visitor = await ctx()
  expect((await selectCourseVersion(visitor, course_version_id)).name).toBe('Draft')
  await db.tx(
    (sql) => sql`update catalogue.course_version set name = 'Better' where course_version_id = ${course_version_id}`,
  )
  expect((await selectCourseVersion(visitor, course_version_id)).name).toBe('Better')
})

test('a version published in a rolled-back transaction is not cached', async () => {
  const course_version_id = await addDraft()
  const visitor = await ctx()
  const error = new Error('rolled back')
  const operation = visitor.tx(async (inner) => {
    await inner.sql`update catalogue.course_version set published_at = platform.now() where course_version_id = ${course_version_id}`
    expect((await selectCourseVersion(inner, course_version_id)).published_at).toBeInstanceOf(Date)
    throw error
  })
  await expect(operation).rejects.toBe(error)
  expect((await selectCourseVersion(visitor, course_version_id)).published_at).toBeNull()
})

let drafts = 1
async function addDraft(): Promise<number> {
  drafts += 1
  const [row] = await db.tx(
    (sql) => sql<{ course_version_id: number }>`
      insert into catalogue.course_version (course_id, version_number, name) values (1, ${drafts}, 'Draft')
      returning course_version_id`,
  )
  return row!.course_version_id
}

test('a version counts its components, even when several are added at the same time', async () => {
  const add = (course_version_id: number, ids: readonly number[]) =>
    db.tx(async (sql) => {
      await sql`
        insert into catalogue.component (course_version_id, component_id, position, name, lk_component_type_id, data)
        select ${course_version_id}, n, n, 'Lesson ' || n, 1, '{}'
        from unnest(${[...ids]}::int[]) n`
    })
  const counts = async () => {
    const rows = await db.read<{ id: number; components: number; counted: number }>`
      select v.course_version_id as id, v.components,
             (select count(*)::int from catalogue.component c where c.course_version_id = v.course_version_id) as counted
      from catalogue.course_version v order by 1`
    for (const { id, components, counted } of rows) expect(components, `version ${id}`).toBe(counted)
    return Object.fromEntries(rows.map(({ id, components }) => [id, components]))
  }
  const before = await counts()
  const [first = 0, other = 0] = Object.keys(before).map(Number)
  await Promise.all([add(first, [9001, 9002]), add(first, [9003]), add(other, [9004]), add(first, [9005, 9006])])
  expect(await counts()).toMatchObject({ [first]: before[first]! + 5, [other]: before[other]! + 1 })
  await db.tx(
    (sql) => sql`update catalogue.component set course_version_id = ${other} where component_id in (9001, 9002)`,
  )
  expect(await counts()).toMatchObject({ [first]: before[first]! + 3, [other]: before[other]! + 3 })
  await db.tx((sql) => sql`delete from catalogue.component where component_id between 9001 and 9006`)
  expect(await counts()).toEqual(before)
})
