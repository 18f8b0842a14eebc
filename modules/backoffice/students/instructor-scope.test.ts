import { beforeAll, expect, test } from 'vitest'
import { type Client, openTestApp } from '../../../tests/support/app.ts'
import { actingFor, insertOrganization, listKeyHolders } from '../../identity/index.ts'

const app = await openTestApp()
const { read, tx } = app.database
const admin = await app.as(await app.userId('admin@example.com'))

/** The top (1) has MID and SIB below it; LOW is below MID. Each has a student with a course. */
const place: Record<string, number> = { TOP: 1 }
const student: Record<string, number> = {}
let instructor_id = 0

async function addPerson(organization_id: number, lk_user_role_id: number, name: string): Promise<number> {
  const loginid = `${name.toLowerCase()}-${lk_user_role_id}@scope.example.com`
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    values (${organization_id}, ${lk_user_role_id}, ${loginid}, ${loginid}, ${name}, 'Scoped') returning user_id`
  return row!.user_id
}

/** The form of the Admin, as the profile of an instructor sends it. */
const give = (ids: readonly number[], user_id = instructor_id) =>
  admin.put('/instructor/manage/', {
    user_id,
    profile: { first_name: 'Ines', last_name: 'Scoped', email: 'ines@scope.example.com' },
    instructorOrganizations: ids.map((organization_id) => ({ organization_id })),
  })

beforeAll(async () => {
  for (const [code, above] of [
    ['MID', 'TOP'],
    ['LOW', 'MID'],
    ['SIB', 'TOP'],
  ] as const)
    place[code] = await tx((sql) =>
      insertOrganization(sql, { code, name: code, parent_organization_id: place[above]! }),
    )
  for (const [code, organization_id] of Object.entries(place)) student[code] = await addPerson(organization_id, 3, code)
  instructor_id = await addPerson(1, 2, 'Ines')
  for (const key of ['MANAGE_ORGANIZATION:READ', 'MANAGE_PAYMENTS:READ'])
    await read`
      insert into identity.permission (user_id, organization_id, key, granted) values (${instructor_id}, 1, ${key}, true)`
})

const instructor = (code: string | null = null) => app.as(instructor_id, code)
async function seenBy(client: Client): Promise<string[]> {
  const { students } = (await client.get('/student/fetch?last_name=exact:Scoped&limit=100')).body
  return students.map(({ first_name }: { first_name: string }) => first_name).toSorted()
}

test('without given organizations, instructors see all students of their own organization and of those below', async () => {
  expect(await seenBy(await instructor())).toEqual(['LOW', 'MID', 'SIB', 'TOP'])
  expect(await seenBy(await instructor('MID'))).toEqual(['LOW', 'MID'])
})

test('T-27: a given organization opens its students and those below it; not those above and beside', async () => {
  expect((await give([place.MID!])).status).toBe(200)
  const client = await instructor()
  expect(await seenBy(client)).toEqual(['LOW', 'MID'])
  expect((await client.get('/student/fetch?last_name=exact:Scoped')).body.count).toBe(2)
  for (const [code, status] of [
    ['MID', 200],
    ['LOW', 200],
    ['TOP', 404],
    ['SIB', 404],
  ] as const) {
    const user_id = student[code]!
    const calls = [
      `/user/${user_id}`,
      `/student/detail/fetch?student_id=${user_id}`,
      `/user/eventhistory/fetch?user_id=${user_id}`,
      `/user/getEntityNotes?lk_entity_type_id=1&entity_id=${user_id}`,
      `/attachment/documents/?user_id=${user_id}`,
      `/user/fetchCoursesByUserId?user_id=${user_id}`,
    ]
    for (const call of calls) expect([code, call, (await client.get(call)).status]).toEqual([code, call, status])
    const deactivated = await client.put('/user/deactivate', { user_id })
    expect([code, deactivated.status]).toEqual([code, status])
    if (status === 200) await client.put('/user/activate', { user_id })
  }
  // The lists of what students did follow, and so do organizations.
  const { organization } = (await client.get('/organization/fetch?limit=100')).body
  expect(organization.map(({ code }: { code: string }) => code).toSorted()).toEqual(['LOW', 'MID'])
  for (const path of ['/manage/home', '/manage/students', '/manage/submissions/quizzes', '/manage/certificates/issued'])
    expect([path, (await client.visit(path)).status]).toEqual([path, 200])
})

test('on the site of an organization below, only what was given there is seen; on one beside, nothing', async () => {
  expect(await seenBy(await instructor('LOW'))).toEqual(['LOW'])
  const beside = await instructor('SIB')
  expect(await seenBy(beside)).toEqual([])
  expect((await beside.visit('/manage/home')).status).toBe(200)
  expect((await beside.get(`/user/${student.SIB}`)).status).toBe(404)
})

test('their own account and the settings of their own organization stay theirs', async () => {
  const client = await instructor()
  expect((await client.get(`/user/${instructor_id}`)).status).toBe(200)
  expect((await client.visit('/settings')).status).toBe(200)
  expect((await client.get('/user/states/fetch?state=contains:flo')).status).toBe(200)
})

test('jobs that act for them, and emails to holders of a key, keep to what was given', async () => {
  const system = await app.ctx({ kind: 'system', name: 'test' })
  const acting = await actingFor(system, instructor_id, 1)
  expect([...acting!.organization.scope].toSorted()).toEqual([place.MID, place.LOW].toSorted())
  const holds = async (organization_id: number) =>
    (await listKeyHolders(system, { organization_id, key: 'MANAGE_PAYMENTS:READ' })).some(
      ({ user_id }) => user_id === instructor_id,
    )
  expect([await holds(place.LOW!), await holds(place.SIB!), await holds(1)]).toEqual([true, false, false])
})

test('the list narrows instructors alone, and an organization outside of their tree is refused', async () => {
  const [other] = await read<{ organization_id: number }>`
    select organization_id from identity.organization where parent_organization_id is null and organization_id <> 1 limit 1`
  const below = await addPerson(place.MID!, 2, 'Below')
  for (const outside of [1, place.SIB!]) {
    const { status, body } = await give([outside], below)
    expect([status, body.issues[0].path]).toEqual([400, 'instructorOrganizations'])
  }
  expect((await give([other!.organization_id])).status).toBe(404)
  const boss = await addPerson(1, 1, 'Boss')
  await read`insert into identity.instructor_organization (user_id, organization_id) values (${boss}, ${place.LOW!})`
  expect(await seenBy(await app.as(boss))).toEqual(['LOW', 'MID', 'SIB', 'TOP'])
})

test('an open session follows immediately when organizations are given, changed and taken away', async () => {
  const client = await instructor()
  await give([place.SIB!])
  expect(await seenBy(client)).toEqual(['SIB'])
  await give([place.SIB!, place.LOW!])
  expect(await seenBy(client)).toEqual(['LOW', 'SIB'])
  await give([])
  expect(await seenBy(client)).toEqual(['LOW', 'MID', 'SIB', 'TOP'])
})

test('the courses of an instructor are those on the websites of what was given', async () => {
  const names = async () => {
    const { courses } = (await admin.get(`/course/fetch?instructor_id=${instructor_id}&limit=100`)).body
    return courses.length
  }
  const all = await names()
  await give([place.SIB!])
  expect(await names()).toBe(0)
  await give([])
  expect(await names()).toBe(all)
  expect(all).toBeGreaterThan(0)
})
