import { expect, test } from 'vitest'
import { addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import type { Sql } from '#platform/db/sql.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
const add = async (organization_id: number, first_name: string, last_name: string): Promise<number> => {
  const login = `${first_name}.${organization_id}@letters.example.com`.toLowerCase()
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    values (${organization_id}, 3, ${login}, ${login}, ${first_name}, ${last_name}) returning user_id`
  return row!.user_id
}
const [other] = await read<{ organization_id: number; code: string }>`
  select organization_id, code from identity.organization
  where parent_organization_id is null and not default_ind and lk_organization_status_id = 1 limit 1`
const here = await add(1, 'Xaviera', 'Quintanilla-Ñúñez')
const otherPerson = await add(other!.organization_id, 'Xaviera', 'Quintanilla')
const admin = await app.as(await app.userId('admin@example.com'))
const staffElsewhere = await addStaff(app, other!.code)
const idsOf = async (client: typeof admin, search: string, more = '') => {
  const { body } = await client.get(`/student/fetch?search=${encodeURIComponent(search)}${more}`)
  return body.students.map(({ student_id }: { student_id: number }) => student_id)
}

test('T-22: letters within a name find the people in scope, and no one else', async () => {
  expect(await idsOf(admin, 'uintanill')).toEqual([here])
  expect(await idsOf(staffElsewhere, 'uintanill')).toEqual([otherPerson])
  const people = (await staffElsewhere.get('/find/records?text=uintanill')).body.found
  expect(people.map(({ id }: { id: number }) => id)).toEqual([otherPerson])
})

test("all words must occur, including those that the index does not contain, together with the list's filters", async () => {
  expect(await idsOf(admin, 'xaviera quintanilla nunez')).toEqual([here])
  expect(await idsOf(admin, 'quintanilla xa')).toEqual([here])
  expect(await idsOf(admin, 'quintanilla zz')).toEqual([])
  expect(await idsOf(admin, 'quintanilla', '&first_name=contains:xav')).toEqual([here])
  expect(await idsOf(admin, 'quintanilla', '&first_name=contains:ana')).toEqual([])
  expect(await idsOf(admin, '%%% ___')).toEqual([])
})

test('pages of search results follow each other in the order of the list', async () => {
  for (let n = 0; n < 5; n++) await add(1, `Pagina${n}`, 'Hoffmannsthal')
  const first = (await admin.get('/student/fetch?search=hoffmannsthal&limit=2&sort_by=first_name')).body
  expect([first.count, first.students.map(({ first_name }: { first_name: string }) => first_name)]).toEqual([
    5,
    ['Pagina0', 'Pagina1'],
  ])
  const next = await admin.get(
    `/student/fetch?search=hoffmannsthal&limit=2&sort_by=first_name&after_id=${encodeURIComponent(first.after_id)}`,
  )
  expect(next.body.students.map(({ first_name }: { first_name: string }) => first_name)).toEqual(['Pagina2', 'Pagina3'])
  const skipped = await admin.get('/student/fetch?search=hoffmannsthal&limit=2&sort_by=first_name&offset=4')
  expect(skipped.body.students.map(({ first_name }: { first_name: string }) => first_name)).toEqual(['Pagina4'])
})

test('a changed name is found immediately; the previous name and removed people are not', async () => {
  const renamed = await add(1, 'Wilhelmina', 'Vandersloot')
  await read`update identity.person set last_name = 'Oppenheimerova' where user_id = ${renamed}`
  expect(await idsOf(admin, 'andersloo')).toEqual([])
  expect(await idsOf(admin, 'ppenheimero')).toEqual([renamed])
  await read`update identity.person set deleted_at = platform.now() where user_id = ${renamed}`
  expect(await idsOf(admin, 'ppenheimero')).toEqual([])
})

/** Statements of the application, in the scope of the given organizations. */
const asApplication = <T>(scope: string, run: (sql: Sql) => Promise<T>): Promise<T> =>
  app.database.tx(async (sql) => {
    await sql`set local role waypost_app`
    await sql`select set_config('waypost.scope', ${scope}, true)`
    return run(sql)
  })
const findAll = async (scope: string, pattern: string) => {
  const [row] = await asApplication(
    scope,
    (sql) => sql<{ found: number[] | null }>`select identity.find_people(${sql.array([pattern])}::text[]) as found`,
  )
  return row!.found
}

test('T-22: a statement without a scope finds no people, and the application can neither read nor write the letters', async () => {
  expect(await findAll('{(,)}', '%uintanill%')).toEqual([here, otherPerson])
  expect(await findAll('{[1,2)}', '%uintanill%')).toEqual([here])
  expect(await findAll('', '%uintanill%')).toEqual([])
  await expect(asApplication('{(,)}', (sql) => sql`select letters from identity.person_letters`)).rejects.toThrow(
    'permission denied',
  )
  await expect(asApplication('{(,)}', (sql) => sql`delete from identity.person_letters`)).rejects.toThrow(
    'permission denied',
  )
})

test('treats quotes and wildcards of a pattern as plain text', async () => {
  expect(await findAll('{[1,2)}', "%'; select 1; --%")).toEqual([])
  expect(await idsOf(admin, "quintanilla' or true --")).toEqual([])
})

test('leaves more than a thousand people to the order of the list', async () => {
  await read`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    select 1, 3, 'manyfold' || n, 'person' || n || '@example.com', 'Manyfold', 'Person ' || n from generate_series(1, 1000) n`
  expect(await findAll('{[1,2)}', '%manyfold%')).toHaveLength(1000)
  await add(1, 'Manyfold', 'Last')
  expect(await findAll('{[1,2)}', '%manyfold%')).toBeNull()
  expect((await admin.get('/student/fetch?search=manyfold')).body.count).toBe(1001)
})

test('finds people by phone number in every usual notation, in scope only', async () => {
  const call = (user_id: number, organization_id: number, number: string) => read`
    insert into identity.phone (user_id, organization_id, phone_number) values (${user_id}, ${organization_id}, ${number})`
  await call(here, 1, '3055550177')
  await call(otherPerson, other!.organization_id, '3055550177')
  const forms = ['3055550177', '(305) 555-0177', '305-555-0177', '305.555.0177', '+1 305 555 0177', '1-305-555-0177']
  for (const form of forms) {
    expect([form, await idsOf(admin, form)]).toEqual([form, [here]])
    expect([form, await idsOf(staffElsewhere, form)]).toEqual([form, [otherPerson]])
    const { found } = (await admin.get(`/find/records?text=${encodeURIComponent(form)}`)).body
    expect([form, found.map(({ id }: { id: number }) => id)]).toEqual([form, [here]])
    const reporters = await admin.get(
      `/support/reporter/autocomplete?searchkey=${encodeURIComponent(`contains:${form}`)}`,
    )
    expect(reporters.body.data.map(({ reporter_id }: { reporter_id: number }) => reporter_id)).toEqual([here])
  }
  expect(await idsOf(admin, '(305) 555-0178')).toEqual([])
  expect(await idsOf(admin, '305555017')).toEqual([])
  // A name that consists of the same digits is found, too.
  const namedCount = await add(1, '3055550177', 'Digits')
  expect((await idsOf(admin, '3055550177')).sort()).toEqual([here, namedCount].sort())
})

test('tickets are found by the name, email and phone number of their reporter, without accents and hyphens', async () => {
  const [ticket] = await read<{ issue_id: number }>`
    insert into support.ticket (organization_id, reporter_user_id, reporter_first_name, reporter_last_name,
                                lk_issue_category_id, issue_name, lk_issue_status_id)
    values (1, ${here}, 'Formerly', 'Called', 1, 'Video', 5) returning issue_id`
  const findTickets = async (client: typeof admin, search: string) =>
    (await client.get(`/support/searchTicket?search=${encodeURIComponent(search)}`)).body.data.map(
      ({ issue_id }: { issue_id: number }) => issue_id,
    )
  for (const search of ['xaviera nunez', 'Quintanilla-Núñez', `xaviera.1@letters`, '(305) 555-0177'])
    expect([search, await findTickets(admin, search)]).toEqual([search, [ticket!.issue_id]])
  expect(await findTickets(admin, 'xaviera zz')).toEqual([])
  expect(await findTickets(staffElsewhere, '(305) 555-0177')).toEqual([])
})
