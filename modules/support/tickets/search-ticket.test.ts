import { expect, test } from 'vitest'
import { addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import type { Sql } from '#platform/db/sql.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
const admin = await app.as(await app.userId('admin@example.com'))
const [other] = await read<{ organization_id: number; code: string }>`
  select organization_id, code from identity.organization
  where parent_organization_id is null and not default_ind and lk_organization_status_id = 1 limit 1`
const staffElsewhere = await addStaff(app, other!.code)

async function addTicket(organization_id: number, issue_name: string, message: string, visitor = ''): Promise<number> {
  const [ticket] = await read<{ issue_id: number }>`
    insert into support.ticket (organization_id, lk_issue_category_id, issue_name, visitor_name, visitor_email)
    values (${organization_id}, 1, ${issue_name}, ${visitor}, ${`${visitor}@example.com`}) returning issue_id`
  await read`
    insert into support.message (organization_id, issue_id, sequence, side, message, client_id)
    values (${organization_id}, ${ticket!.issue_id}, 1, 'reporter', ${message}, gen_random_uuid())`
  return ticket!.issue_id
}
const here = await addTicket(1, 'Zwieback certificate', 'The quetzalcoatl never arrived', 'Ximénez')
const otherTicket = await addTicket(other!.organization_id, 'Zwieback payment', 'Another quetzalcoatl', 'Ximénez')

const search = async (client: Client, text: string, more = '') => {
  const { body } = await client.get(`/support/searchTicket?search=${encodeURIComponent(text)}${more}`)
  return body.data.map(({ issue_id }: { issue_id: number }) => issue_id)
}

test.each([
  ['letters within a name', 'wiebac'],
  ['a word of a message', 'quetzalcoatl'],
  ['a name without its accent', 'ximenez'],
  ['letters within an email', 'nez@example'],
])('T-22: %s find the tickets in scope, and no others', async (_, text) => {
  expect(await search(admin, text)).toEqual([here])
  expect(await search(staffElsewhere, text)).toEqual([otherTicket])
})

test("all words must occur, short ones too, together with the list's filters", async () => {
  expect(await search(admin, 'certificate zwieback')).toEqual([here])
  expect(await search(admin, 'zwieback ce')).toEqual([here])
  expect(await search(admin, 'zwieback zz')).toEqual([])
  expect(await search(admin, 'zwieback', '&lk_issue_category_id=1')).toEqual([here])
  expect(await search(admin, 'zwieback', '&lk_issue_category_id=2')).toEqual([])
})

test('a search that more than a thousand tickets match follows the order of the list', async () => {
  await read`
    insert into support.ticket (organization_id, lk_issue_category_id, issue_name, visitor_name, visitor_email, created_at)
    select 1, 1, 'Knickerbocker ' || n, 'Vis', 'vis@example.com', platform.now() - n * interval '1 minute' from generate_series(1, 1001) n`
  const { body } = await admin.get('/support/searchTicket?search=knickerbocker&page=2')
  expect([body.totalTickets, body.data.map(({ issue_name }: { issue_name: string }) => issue_name)]).toEqual([
    1001,
    Array.from({ length: 20 }, (_, n) => `Knickerbocker ${n + 21}`),
  ])
  const both = await admin.get('/support/searchTicket?search=kn+rb')
  expect(both.body.totalTickets).toBe(1001)
})

/** A statement of the application, in the scope of the given organizations. */
const findAll = (scope: string, patterns: readonly string[]) =>
  app.database.tx(async (sql: Sql) => {
    await sql`set local role waypost_app`
    await sql`select set_config('waypost.scope', ${scope}, true)`
    const [row] = await sql<{ issue_ids: number[] | null }>`
      select support.find_tickets(
        ${sql.array([...patterns])}::text[], websearch_to_tsquery('english', 'quetzalcoatl'), 0, '{}') as issue_ids`
    return row!.issue_ids?.toSorted((a, b) => a - b)
  })

test('T-22: the function finds nothing without a scope, and treats quotes and wildcards as plain text', async () => {
  expect(await findAll('{(,)}', ['%wiebac%'])).toEqual([here, otherTicket])
  expect(await findAll('{[1,2)}', ['%wiebac%'])).toEqual([here])
  expect(await findAll('', ['%wiebac%'])).toEqual([])
  expect(await findAll('{[1,2)}', ["%' or true) --%"])).toEqual([here])
  expect(await search(admin, "zwieback' or true --")).toEqual([])
})
