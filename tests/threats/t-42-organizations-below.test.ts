import { beforeAll, describe, expect, test } from 'vitest'
// The list of sent emails needs their declarations.
import '#jobs/index.ts'
import { manifests } from '#modules/manifests.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { openGridContexts } from '#tests/support/grid-contexts.ts'
import { openTenants, seedTenant } from '#tests/support/grid-seed.ts'
import { openSubOrganizationPeople } from '#tests/support/outsiders.ts'

const app = await openTestApp()
const student = await app.userId('student@example.com')
let below: Record<string, Client>
let admin: Client
const organizationOf = async (code: string | null) => {
  const [row] = await app.database.read<{ organization_id: number; code: string }>`
    select organization_id, code from identity.organization where code = ${code} or (${code}::text is null and default_ind)`
  return row!
}
const top = await organizationOf(null)
let low: typeof top

beforeAll(async () => {
  below = await openSubOrganizationPeople(app)
  low = await organizationOf('LOW')
  admin = below["a lower organization's Admin on their site"]!
})

/** A tenant and one above it, with the same few rows in every list. */
async function openSeeded() {
  const { db, staffOf } = await openGridContexts()
  await db.tx(async (sql) => {
    await openTenants(sql)
    for (const organization_id of [901, 902]) await seedTenant(sql, { organization_id, rows: 12 })
  })
  return { below: staffOf(901), above: staffOf(902, 'staff', [902, 901]) }
}
const seeded = await openSeeded()

const grids = manifests
  .flatMap(({ grids: ownGrids = [] }) => ownGrids)
  .filter(({ of }) => !of)
  .map((grid) => [grid.calls.fetch, grid] as const)

test.each(grids)('T-42: %s shows an Admin of the organization below no row from above', async (call, grid) => {
  const path = call.slice(4)
  const parentResponse = await (await app.as(await app.userId('admin@example.com'))).get(path)
  const response = await admin.get(path)
  expect([parentResponse.status, response.status]).toEqual([200, 200])
  const keysOf = ({ body }: typeof parentResponse) =>
    (body[grid.rows] as Record<string, unknown>[]).map((row) => row[grid.key])
  const [seenAbove, seenBelow] = [keysOf(parentResponse), keysOf(response)]
  // An organization sees those below it: everything that the lower Admin sees, the upper one sees, too.
  expect(seenBelow.filter((key) => !seenAbove.includes(key))).toEqual([])
  const foreignRows = await app.database.read<{ user_id: number }>`
    select user_id from identity.v_person where organization_code <> 'LOW'`
  const people = new Set(foreignRows.map(({ user_id }) => user_id))
  const rows = response.body[grid.rows] as Record<string, unknown>[]
  expect(rows.filter(({ user_id }) => people.has(user_id as number))).toEqual([])
  expect(rows.filter((row) => (row.code ?? row.organization_code ?? 'LOW') !== 'LOW')).toEqual([])
})

describe('T-42: rows in every list, above and below', () => {
  test.each(grids)('%s shows below its own rows and none from above, and above both', async (_call, grid) => {
    const keysOf = async (ctx: Ctx) => {
      const answer = (await grid.operations[0].run(ctx, { limit: 100 })) as Record<string, Record<string, unknown>[]>
      return answer[grid.rows]!.map((row) => row[grid.key])
    }
    const [seenBelow, seenAbove] = [await keysOf(seeded.below), await keysOf(seeded.above)]
    expect(seenBelow.length).toBeGreaterThan(0)
    expect(seenBelow.filter((key) => !seenAbove.includes(key))).toEqual([])
    expect(seenAbove.length).toBeGreaterThan(seenBelow.length)
  })
})

test('T-42: an Admin above opens and saves a person below, but not the reverse', async () => {
  const top = await app.as(await app.userId('admin@example.com'))
  const low = await app.userId('low-Student@example.com')
  const form = (email: string) => ({ profile: { first_name: 'Pat', last_name: 'Low', email } })
  const response = await top.put('/user/saveUserInformation/', { user_id: low, ...form('low-Student@example.com') })
  expect([(await top.get(`/user/${low}`)).status, response.status]).toEqual([200, 200])
  const refusedResponse = await admin.put('/user/saveUserInformation/', {
    user_id: student,
    ...form('mine@example.com'),
  })
  expect([(await admin.get(`/user/${student}`)).status, refusedResponse.status]).toEqual([404, 404])
})

test('T-42: a session of the organization below is not valid at the site above', async () => {
  for (const [who, client] of Object.entries(below)) {
    const { status } = await client.get('/user/getCurrentUser')
    expect([who, status]).toEqual([who, who.endsWith('their site') ? 200 : 401])
  }
})

test('T-42: people below cannot switch to the site above, view its people or grant permissions there', async () => {
  const granted = [{ permission_id: 1, enabled: 1, name: 'MANAGE_STUDENTS' }]
  const responses = [
    await admin.post('/user/switchorganization', { org_code: top.code }),
    await admin.post('/user/viewAs', { userId: student, reason: 'A call about the course' }),
    await admin.put(`/permission?user_id=${student}`, granted),
  ]
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404])
  const rows = await app.database.read`select from identity.permission where user_id = ${student}`
  expect(rows).toEqual([])
})

test('T-42: people below cannot add a person to the organization above', async () => {
  const profile = { first_name: 'New', last_name: 'Low', email: 'new-low@example.com' }
  const add = (organization_id: number) => admin.post('/user/student/', { profile, organization_id })
  expect((await add(top.organization_id)).status).toBe(404)
  expect((await add(low.organization_id)).status).toBe(200)
  const [person] = await app.database.read<{ code: string }>`
    select organization_code as code from identity.v_person where loginid = ${profile.email}`
  expect(person!.code).toBe('LOW')
})
