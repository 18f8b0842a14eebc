import { expect, test } from 'vitest'
import { status } from '#modules/learning/index.ts'
import type { UserActor } from '#platform/actor.ts'
import { addUpRowCounts } from '#platform/row-count.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import {
  addTile,
  fetchOrganizationTiles,
  fetchStudentTiles,
  fetchTiles,
  fetchTileTypes,
  fetchTileValue,
  orderTiles,
  removeTile,
} from './tiles.ts'

const site = await openTestSite()
const signed = async (role: 'Admin' | 'Instructor' | 'Student', code = 'AAA') =>
  (await site.signIn(await site.addPerson({ role, code }))).ctx
const refusal = (code: string) => ({ kind: { code } })

test('a page starts with the tiles that its reader may see', async () => {
  const admin = await fetchTiles.run(await signed('Admin'), { application_path: '/students' })
  expect(admin.dashboardTile.map(({ title }) => title)).toContain('Sales')
  expect(admin.dashboardTile.every(({ user_tile_id }) => user_tile_id === null)).toBe(true)
  const courses = await fetchTiles.run(await signed('Admin'), { application_path: 'courses' })
  expect(courses.dashboardTile.map(({ title }) => title)).toEqual([
    'Enrollments',
    'Certificates',
    'Submissions',
    'Completion Errors',
  ])
  const instructor = await fetchTileTypes.run(await signed('Instructor'), { application_path: 'students' })
  expect(instructor.dashboardTileTypes.map(({ label }) => label)).not.toContain('Sales')
  await expect(fetchTiles.run(await signed('Student'), { application_path: 'students' })).rejects.toMatchObject(
    refusal('FORBIDDEN'),
  )
})

test('the tile of enrollments opens their report, for those who may read reports', async () => {
  const linkOf = async (ctx: Awaited<ReturnType<typeof signed>>) => {
    const { dashboardTile } = await fetchTiles.run(ctx, { application_path: 'home' })
    return dashboardTile.find(({ api_endpoint }) => api_endpoint === 'enrollments')?.link
  }
  const ctx = await signed('Admin')
  expect(await linkOf(ctx)).toBe('/manage/reports?report=enrollments&period=30-days-with-today&preview=1')
  const actor = ctx.actor as UserActor
  const permissions = new Set([...actor.permissions].filter((key) => key !== 'MANAGE_REPORTS:READ'))
  expect(await linkOf({ ...ctx, actor: { ...actor, permissions } })).toBeNull()
})

test('tiles are added, reordered and removed by their owner only', async () => {
  const ctx = await signed('Admin')
  const path = { application_path: 'students' }
  const result = await addTile.run(ctx, { ...path, lk_user_tile_type_id: 3 })
  // The default tiles stay, and the new one comes last.
  expect(result.dashboardTile.at(-1)?.title).toBe('Sales')
  expect(result.dashboardTile.map(({ order }) => order)).toEqual(result.dashboardTile.map((_, index) => index + 1))
  const secondResult = await addTile.run(ctx, { ...path, lk_user_tile_type_id: 3 })
  expect(secondResult.dashboardTile).toHaveLength(result.dashboardTile.length)
  const turned = result.dashboardTile.toReversed()
  const usertiles = turned.map(({ user_tile_id }, index) => ({ user_tile_id: user_tile_id!, order: index + 1 }))
  const orderedResult = await orderTiles.run(ctx, { ...path, usertiles })
  expect(orderedResult.dashboardTile.map(({ title }) => title)).toEqual(turned.map(({ title }) => title))
  const [first] = usertiles
  const other = await signed('Admin')
  const { user_tile_id } = first!
  await expect(removeTile.run(other, { user_tile_id })).rejects.toMatchObject(refusal('NOT_FOUND'))
  await expect(orderTiles.run(other, { ...path, usertiles })).rejects.toMatchObject(refusal('NOT_FOUND'))
  await removeTile.run(ctx, { user_tile_id })
  const response = await fetchTiles.run(ctx, path)
  expect(response.dashboardTile.map((tile) => tile.user_tile_id)).not.toContain(user_tile_id)
  await expect(removeTile.run(ctx, { user_tile_id })).rejects.toMatchObject(refusal('NOT_FOUND'))
})

test('a tile added eight times at the same time exists once', async () => {
  const ctx = await signed('Admin')
  const tile = { application_path: 'students', lk_user_tile_type_id: 3 }
  await Promise.all(Array.from({ length: 8 }, () => addTile.run(ctx, tile)))
  const { dashboardTile } = await fetchTiles.run(ctx, { application_path: 'students' })
  expect(dashboardTile.filter(({ title }) => title === 'Sales')).toHaveLength(1)
  expect(dashboardTile.map(({ order }) => order)).toEqual(dashboardTile.map((_, index) => index + 1))
})

test('adding the last default tile again keeps the order of all', async () => {
  const ctx = await signed('Admin')
  const path = { application_path: 'students' }
  const first = await fetchTiles.run(ctx, path)
  const { lk_user_tile_type_id } = first.dashboardTile.at(-1)!
  const response = await addTile.run(ctx, { ...path, lk_user_tile_type_id })
  expect(response.dashboardTile.map(({ title }) => title)).toEqual(first.dashboardTile.map(({ title }) => title))
  expect(response.dashboardTile.every(({ user_tile_id }) => user_tile_id !== null)).toBe(true)
})

test("a tile counts within its reader's scope, and requires the permission for its subject", async () => {
  const ctx = await signed('Admin', 'BBB')
  const before = await fetchTileValue.run(ctx, { endpoint: 'students' })
  await site.addPerson({ code: 'BBB' })
  await site.addPerson({ code: 'CCC' })
  const after = await fetchTileValue.run(ctx, { endpoint: 'students' })
  expect(after.count - before.count).toBe(1)
  const instructor = await signed('Instructor')
  await expect(fetchTileValue.run(instructor, { endpoint: 'sales' })).rejects.toMatchObject(refusal('NOT_FOUND'))
  await expect(fetchTileValue.run(ctx, { endpoint: 'unknown' })).rejects.toMatchObject(refusal('NOT_FOUND'))
})

test('refuses tiles of a record outside the scope', async () => {
  const ctx = await signed('Admin')
  const { dashboardTile } = await fetchOrganizationTiles.run(ctx, { organization_id: 1 })
  expect(dashboardTile.find(({ api_endpoint }) => api_endpoint === 'organization_suborganizations')).toMatchObject({
    cached_data: { data: '1', meta: 'in this organization' },
  })
  await expect(fetchOrganizationTiles.run(ctx, { organization_id: 3 })).rejects.toMatchObject(refusal('NOT_FOUND'))
  const student = await site.addPerson()
  const tiles = await fetchStudentTiles.run(ctx, { student_id: student.user_id })
  expect(tiles.dashboardTile.map(({ cached_data }) => cached_data.data)).toEqual(['0', '0', '0'])
  const foreignPerson = await site.addPerson({ code: 'CCC' })
  for (const student_id of [foreignPerson.user_id, (await site.addPerson({ role: 'Instructor' })).user_id])
    await expect(fetchStudentTiles.run(ctx, { student_id })).rejects.toMatchObject(refusal('NOT_FOUND'))
})

test("tiles on a record's page are chosen and ordered like others, and count for that record", async () => {
  const ctx = await signed('Admin')
  const path = { application_path: 'studentdetail' }
  const { dashboardTileTypes: kinds } = await fetchTileTypes.run(ctx, path)
  expect(kinds.map(({ label }) => label)).toEqual(['Courses', 'Completed Courses', 'Certificates'])
  const { dashboardTile: added } = await addTile.run(ctx, { ...path, lk_user_tile_type_id: kinds[0]!.value })
  await removeTile.run(ctx, { user_tile_id: added[0]!.user_tile_id! })
  const { user_id: student_id } = await site.addPerson()
  const { dashboardTile } = await fetchStudentTiles.run(ctx, { student_id })
  expect(dashboardTile.map(({ title }) => title)).toEqual(added.slice(1).map(({ title }) => title))
})

test('counts unassigned tickets for readers who may see tickets', async () => {
  const ctx = await signed('Admin', 'BBB')
  const before = (await fetchTileValue.run(ctx, { endpoint: 'tickets' })).count
  for (const status of [5, 3])
    await site.database.read`
      insert into support.ticket (organization_id, lk_issue_category_id, lk_issue_status_id, issue_name, created_by,
                                  reporter_user_id)
      select 2, 1, ${status}, 'Video stops', user_id, user_id from identity.person where organization_id = 2 limit 1`
  expect((await fetchTileValue.run(ctx, { endpoint: 'tickets' })).count - before).toBe(1)
})

test('counters equal a full count of the rows, before and after they are summed up', async () => {
  const { database } = site
  const rowCounts = () => database.read<{ organization_id: number; counted: string; n: number }>`
    select organization_id, counted, sum(n)::int as n from platform.row_count
    group by 1, 2 having sum(n) <> 0 order by 1, 2`
  const { user_id } = await site.addPerson({ code: 'BBB' })
  const person = await site.addPerson({ code: 'BBB' })
  await database.read`update identity.person set deleted_at = platform.now() where user_id = ${person.user_id}`
  await database.read`insert into catalogue.website (website_id, organization_id, name) values (71, 2, 'B')`
  await database.read`insert into catalogue.course (course_id, organization_id, slug) values (71, 2, 'b')`
  await database.read`
    insert into catalogue.course_version (course_version_id, course_id, version_number, name) values (71, 71, 1, 'B')`
  await database.read`
    insert into catalogue.course_website (course_website_id, organization_id, website_id, course_id, price_cents)
    values (71, 2, 71, 71, 100)`
  await database.read`
    insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id, lk_student_course_status_id)
    select 2, ${user_id}::int, 71, 71, unnest(array[13, 5, 4])`
  await database.read`
    update learning.student_course set lk_student_course_status_id = case lk_student_course_status_id when 5 then 17 else 4 end
    where user_id = ${user_id} and lk_student_course_status_id in (5, 13)`
  // Paid and voided, paid and refunded, voided from the start.
  await database.read`
    with orders as (
      insert into checkout.customer_order (organization_id, user_id, intent_id, lk_order_status_id, subtotal_cents, add_on_cents,
        shipping_cents, discount_cents, total_cents, first_name, last_name, email)
      select 2, ${user_id}::int, gen_random_uuid(), 1, 0, 0, 0, 0, 0, 'A', 'B', 'a@example.com' from generate_series(1, 3)
      returning order_id)
    insert into checkout.payment (order_id, organization_id, user_id, transaction_id, total_cents, lk_payment_status_id)
    select order_id, 2, ${user_id}::int, 'p' || n, 0, case n when 3 then 7 else 1 end
    from (select order_id, row_number() over () as n from orders) o`
  await database.read`
    update checkout.payment set lk_payment_status_id = case transaction_id when 'p1' then 7 else 3 end
    where organization_id = 2 and transaction_id in ('p1', 'p2')`
  // Writers and the workers that add up run concurrently.
  const meet = () => [addUpRowCounts({ sql: database.read }), site.addPerson({ code: 'BBB' })]
  for (let round = 0; round < 5; round++) await Promise.all([...meet(), ...meet(), ...meet()])
  await database.read`update support.ticket set lk_issue_status_id = 1 where organization_id = 2`
  const before = await rowCounts()
  expect(before).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ organization_id: 2, counted: 'students' }),
      { organization_id: 2, counted: 'courses in 17', n: 1 },
      { organization_id: 2, counted: 'sales', n: 1 },
    ]),
  )
  expect(before.map(({ counted }) => counted)).not.toContain('courses in 5')
  await database.read`delete from learning.student_course where user_id = ${user_id}`
  await addUpRowCounts({ sql: database.read })
  const followedRows = await rowCounts()
  expect(followedRows.map(({ counted }) => counted)).not.toContain('courses in 17')
  await database.read`call platform.count_rows_again()`
  expect(await rowCounts()).toEqual(followedRows)
})

test('the database counts the courses shown by tiles', () => {
  const statusIds = [
    status.inReview,
    status.grading,
    status.fixed,
    status.needsAttention,
    status.completionError,
    status.completionErrorFlhsmv,
  ]
  expect(statusIds.toSorted((a, b) => a - b)).toEqual([5, 13, 14, 15, 17, 19])
})
