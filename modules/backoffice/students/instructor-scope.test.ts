import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { starterTemplates } from '#modules/catalogue/entry.ts'
import { listKeyHolders, requesterContext } from '#modules/identity/index.ts'
import { insertOrganization, moveOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { byBearer } from '#tests/support/outsiders.ts'

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

const form = { profile: { first_name: 'Ines', last_name: 'Scoped', email: 'ines@scope.example.com' } }

/** The Admin's form, as an instructor's profile sends it. */
const give = (ids: readonly number[], user_id = instructor_id) =>
  admin.put('/instructor/manage/', {
    user_id,
    ...form,
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
async function visibleTo(client: Client): Promise<string[]> {
  const { students } = (await client.get('/student/fetch?last_name=exact:Scoped&limit=100')).body
  return students.map(({ first_name }: { first_name: string }) => first_name).toSorted()
}

test('instructors without assigned organizations see all students of their organization and those below', async () => {
  expect(await visibleTo(await instructor())).toEqual(['LOW', 'MID', 'SIB', 'TOP'])
  expect(await visibleTo(await instructor('MID'))).toEqual(['LOW', 'MID'])
})

test('T-42: an assigned organization opens its students and those of its sub-organizations, not those of parents and siblings', async () => {
  expect((await give([place.MID!])).status).toBe(200)
  const client = await instructor()
  expect(await visibleTo(client)).toEqual(['LOW', 'MID'])
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
      `/cart/fetchCartByUserId?user_id=${user_id}`,
      `/usertile/studentdetail_tiles/fetch?student_id=${user_id}`,
    ]
    for (const call of calls) expect([code, call, (await client.get(call)).status]).toEqual([code, call, status])
    const deactivated = await client.put('/user/deactivate', { user_id })
    expect([code, deactivated.status]).toEqual([code, status])
    if (status === 200) await client.put('/user/activate', { user_id })
  }
  // Activity lists and organizations follow the same limits.
  const { organization } = (await client.get('/organization/fetch?limit=100')).body
  expect(organization.map(({ code }: { code: string }) => code).toSorted()).toEqual(['LOW', 'MID'])
  for (const path of ['/manage/home', '/manage/students', '/manage/submissions/quizzes', '/manage/certificates/issued'])
    expect([path, (await client.visit(path)).status]).toEqual([path, 200])
})

test('T-42: an instructor limited to some organizations cannot change their organization as a whole', async () => {
  const keys = [
    'SETTINGS:READ',
    'SETTINGS:UPDATE',
    'SUPPORT:UPDATE',
    'REPORTS:CREATE',
    'REPORTS:READ',
    'STUDENTS:READ',
    'COURSES:CREATE',
    'COURSES:READ',
    'INSTRUCTORS:CREATE',
    'INSTRUCTORS:READ',
    'CERTIFICATES:CREATE',
    'CERTIFICATES:UPDATE',
  ]
  for (const key of keys)
    await read`
      insert into identity.permission (user_id, organization_id, key, granted)
      values (${instructor_id}, 1, ${`MANAGE_${key}`}, true)`
  const invited = { email: 'invited@scope.example.com' }
  const changes: [path: string, body: object][] = [
    ['/user/invitation/instructor', invited],
    ['/settings/saveBanners', { banners: [] }],
    ['/settings/saveCheckoutSettings', { settings: {} }],
    ['/settings/saveSupportSettings', { configuration: {} }],
    ['/settings/saveEmailSender', {}],
    ['/settings/saveEmail', { email: 'identity.welcome', language: 'en-us', texts: { subject: 'Scoped' } }],
    ['/course/createCertTemplate', { name: 'Scoped', template: starterTemplates[1]!.design }],
    ['/certificate/numbers', { agency: 'fl-dhsmv', numbers: ['7000001'] }],
    ['/settings/saveLeaverEmail', { leaver: { enabled: false } }],
    ['/support/savedReply', { title: 'Scoped', english: 'Scoped', spanish: 'Scoped' }],
    ['/course/create', { name: 'Scoped' }],
    ['/attachment/begin-upload', { file_name: 'scoped.mp4', file_size: 5 }],
    ['/course/archive/begin', { file_name: 'scoped.zip', file_size: 5 }],
    [
      '/report/schedule/save',
      { report: 'enrollments', repeats: 'daily', at_time: '07:00', recipients: 'ines-2@scope.example.com' },
    ],
  ]
  const statusesOf = async (code: string | null) => {
    const client = await instructor(code)
    const statuses: [string, number][] = []
    for (const [path, body] of changes) statuses.push([path, (await client.post(path, body)).status])
    return statuses
  }
  const all = (status: number) => changes.map(([path]) => [path, status])
  await give([place.MID!])
  expect(await statusesOf(null)).toEqual(all(404))
  expect((await (await instructor()).get('/grid/views?grid=student/fetch')).body.shares).toBe(false)
  const schedule = changes.find(([path]) => path === '/report/schedule/save')!
  const recipients = 'admin@example.com'
  expect((await admin.post(schedule[0], { ...schedule[1], recipients })).status).toBe(200)
  expect((await admin.get('/report/schedules')).body.schedules).toHaveLength(1)
  expect((await (await instructor()).get('/report/schedules')).body.schedules).toEqual([])
  // Their pages offer none of it, either.
  const forms = [
    'invitations',
    'courses-new',
    'courses-import',
    'certificates/templates/new',
    'settings/banners',
    'settings/emails',
  ]
  for (const path of forms) {
    const response = await (await instructor()).visit(`/manage/${path}`)
    expect([path, response.headers.get('location') ?? '']).toEqual([path, expect.stringMatching(/^\/404/)])
    expect([path, (await (await instructor('MID')).visit(`/manage/${path}`)).status]).toEqual([path, 200])
  }
  const links = async (code: string | null) => {
    const { text } = await (await instructor(code)).visit('/manage/courses')
    return ['courses-new', 'courses-import', 'settings/emails'].filter((path) => text.includes(`/manage/${path}`))
  }
  expect(await links(null)).toEqual([])
  expect(await links('MID')).toEqual(['courses-new', 'courses-import', 'settings/emails'])
  const invitation = { ...invited, organization_id: place.MID }
  expect((await (await instructor()).post('/user/invitation/instructor', invitation)).status).toBe(200)
  expect((await statusesOf('MID')).filter(([, status]) => status === 404)).toEqual([])
  await give([])
  expect((await statusesOf(null)).filter(([, status]) => status === 404)).toEqual([])
  await give([place.MID!])
})

test("T-16: viewing as an instructor has the instructor's scope, and ends when they lose their organizations", async () => {
  const vera = await addPerson(place.MID!, 2, 'Vera')
  for (const key of ['CAN_VIEW_AS:READ', 'MANAGE_INSTRUCTORS:DELETE', 'MANAGE_INSTRUCTORS:READ'])
    await read`
      insert into identity.permission (user_id, organization_id, key, granted) values (${instructor_id}, 1, ${key}, true)
      on conflict do nothing`
  const view = async (userId = vera) => {
    const response = await (await instructor()).post('/user/viewAs', { userId })
    expect(response.status).toBe(200)
    return byBearer(app, response.body.token)
  }
  await give([])
  expect(await visibleTo(await view())).toEqual(['LOW', 'MID'])
  await give([place.MID!])
  const viewing = await view()
  expect(await visibleTo(viewing)).toEqual(['LOW', 'MID'])
  for (const path of ['/manage/home', '/manage/students', '/settings'])
    expect([path, (await viewing.visit(path)).status]).toEqual([path, 200])
  const pupil_id = await addPerson(place.MID!, 3, 'Pupil')
  await read`update identity.person set last_name = 'Viewed' where user_id = ${pupil_id}`
  const viewedStudent = await view(pupil_id)
  for (const path of ['/dashboard', '/settings'])
    expect([path, (await viewedStudent.visit(path)).status]).toEqual([path, 200])
  await give([place.SIB!])
  expect((await viewedStudent.get('/user/transaction/fetch')).status).toBe(401)
  await give([place.MID!])
})

test("T-56: the organization's channel delivers only to staff who work for all of it", async () => {
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${instructor_id}, 1, 'MANAGE_SUPPORT:READ', true)
    on conflict (user_id, key) do update set granted = true`
  const hears = async () => {
    const client = await instructor()
    const { channels } = (await client.get('/realtime/token')).body
    return [channels.includes('staff:1'), (await client.get('/realtime/subscription?channel=staff:1')).status]
  }
  expect(await hears()).toEqual([false, 404])
  await give([])
  expect(await hears()).toEqual([true, 200])
  await give([place.MID!])
})

test("a sub-organization's site shows assigned organizations only; a sibling's site shows none", async () => {
  expect(await visibleTo(await instructor('LOW'))).toEqual(['LOW'])
  const sibling = await instructor('SIB')
  expect(await visibleTo(sibling)).toEqual([])
  expect((await sibling.visit('/manage/home')).status).toBe(200)
  expect((await sibling.get(`/user/${student.SIB}`)).status).toBe(404)
})

test('their own account and the settings of their organization remain accessible', async () => {
  const client = await instructor()
  expect((await client.get(`/user/${instructor_id}`)).status).toBe(200)
  expect((await client.visit('/settings')).status).toBe(200)
  expect((await client.get('/user/states/fetch?state=contains:flo')).status).toBe(200)
})

test('background jobs and emails to permission holders respect the assigned organizations', async () => {
  const system = await app.ctx({ kind: 'system', name: 'test' })
  const acting = await requesterContext(system, instructor_id, 1)
  expect([...acting!.organization.scope].toSorted()).toEqual([place.MID, place.LOW].toSorted())
  const holds = async (organization_id: number) =>
    (await listKeyHolders(system, { organization_id, key: 'MANAGE_PAYMENTS:READ' })).some(
      ({ user_id }) => user_id === instructor_id,
    )
  expect([await holds(place.LOW!), await holds(place.SIB!), await holds(1)]).toEqual([true, false, false])
})

test('only instructors can be limited, and organizations outside their tree are refused', async () => {
  const [other] = await read<{ organization_id: number }>`
    select organization_id from identity.organization where parent_organization_id is null and organization_id <> 1 limit 1`
  const childId = await addPerson(place.MID!, 2, 'Below')
  for (const organizationId of [1, place.SIB!]) {
    const { status, body } = await give([organizationId], childId)
    expect([status, body.issues[0].path]).toEqual([400, 'instructorOrganizations'])
  }
  expect((await give([other!.organization_id])).status).toBe(404)
  const boss = await addPerson(1, 1, 'Boss')
  await read`insert into identity.instructor_organization (user_id, organization_id) values (${boss}, ${place.LOW!})`
  expect(await visibleTo(await app.as(boss))).toEqual(['LOW', 'MID', 'SIB', 'TOP'])
})

test('an open session follows changes of the assigned organizations immediately', async () => {
  const client = await instructor()
  await give([place.SIB!])
  expect(await visibleTo(client)).toEqual(['SIB'])
  await give([place.SIB!, place.LOW!])
  expect(await visibleTo(client)).toEqual(['LOW', 'SIB'])
  await give([])
  expect(await visibleTo(client)).toEqual(['LOW', 'MID', 'SIB', 'TOP'])
})

test('the courses of an instructor are those on the websites of assigned organizations', async () => {
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

test('reports, files and counts include assigned organizations, and nothing once they have moved away', async () => {
  for (const key of ['MANAGE_REPORTS:READ', 'MANAGE_STUDENTS:READ'])
    await read`
      insert into identity.permission (user_id, organization_id, key, granted) values (${instructor_id}, 1, ${key}, true)
      on conflict (user_id, key) do update set granted = true`
  for (const [code, user_id] of Object.entries(student))
    await read`
      insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id,
                                           lk_student_course_status_id, audio_ind)
      select ${place[code]!}, ${user_id}, course_version_id, course_website_id, 4, false
      from catalogue.v_course_website where course_website_id = 1001`
  const inReport = async () => {
    const client = await instructor()
    const { status, text } = await client.get('/report/run/enrollments?format=json')
    expect(status).toBe(200)
    return ['LOW', 'MID', 'SIB', 'TOP'].filter((code) => text.includes(`${code.toLowerCase()}-3@scope.example.com`))
  }
  expect(await inReport()).toEqual(['LOW', 'MID', 'SIB', 'TOP'])
  await give([place.MID!])
  expect(await inReport()).toEqual(['LOW', 'MID'])
  const client = await instructor()
  expect((await client.get('/report/preview/enrollments')).text).not.toContain('sib-3@scope.example.com')
  expect((await client.get(`/report/run/enrollments?organization_id=${place.SIB}`)).status).toBe(404)
  await give([])
})

describe('an assigned organization that leaves the tree', () => {
  const outsideForm = { organization_id: 0 }
  const move = (code: string, parent: number) => tx((sql) => moveOrganization(sql, place[code]!, parent))
  const details = async () => (await admin.get(`/user/${instructor_id}`)).body.data.lostOrganizations

  beforeAll(async () => {
    outsideForm.organization_id = await tx((sql) =>
      insertOrganization(sql, { code: 'OUT', name: 'OUT', parent_organization_id: null }),
    )
  })
  beforeEach(() => give([place.LOW!]))
  afterEach(() => move('LOW', place.MID!))

  test('opens nothing any more, and does not open the rest: on no site, in no job, in no email', async () => {
    const client = await instructor()
    await move('LOW', outsideForm.organization_id)
    expect(await visibleTo(client)).toEqual([])
    for (const code of ['MID', 'SIB']) expect(await visibleTo(await instructor(code))).toEqual([])
    for (const code of ['TOP', 'MID', 'LOW', 'SIB'])
      expect([code, (await client.get(`/user/${student[code]}`)).status]).toEqual([code, 404])
    expect((await client.get('/organization/fetch')).body.organization).toEqual([])
    expect((await client.visit('/manage/home')).status).toBe(200)
    const system = await app.ctx({ kind: 'system', name: 'test' })
    expect((await requesterContext(system, instructor_id, 1))!.organization.scope).toEqual([])
    const holders = await listKeyHolders(system, { organization_id: place.SIB!, key: 'MANAGE_PAYMENTS:READ' })
    expect(holders.some(({ user_id }) => user_id === instructor_id)).toBe(false)
    const { courses } = (await admin.get(`/course/fetch?instructor_id=${instructor_id}&limit=100`)).body
    expect(courses).toEqual([])
    await expect(app.as(instructor_id, 'LOW')).rejects.toThrow('no session on the site of LOW')
  })

  test('opens its students again when it comes back', async () => {
    await move('LOW', outsideForm.organization_id)
    await move('LOW', place.SIB!)
    expect(await visibleTo(await instructor())).toEqual(['LOW'])
  })

  test('is moved with another assigned one that stays: only that one remains', async () => {
    await give([place.LOW!, place.SIB!])
    await move('LOW', outsideForm.organization_id)
    expect(await visibleTo(await instructor())).toEqual(['SIB'])
  })

  test("opens nothing after a move to a parent or sibling of the instructor's organization, either", async () => {
    const childId = await addPerson(place.MID!, 2, 'Mia')
    await give([place.LOW!], childId)
    for (const parent of [1, place.SIB!]) {
      await move('LOW', parent)
      expect(await visibleTo(await app.as(childId, 'MID'))).toEqual([])
    }
  })

  test('still limits the instructor after it was closed or removed', async () => {
    const set = (column: string, value: unknown) =>
      read`update identity.organization set ${read({ [column]: value })} where organization_id = ${place.LOW!}`
    try {
      await set('lk_organization_status_id', 2)
      expect(await visibleTo(await instructor())).toEqual(['LOW'])
      await set('deleted_at', new Date())
      expect(await visibleTo(await instructor())).not.toContain('TOP')
    } finally {
      await set('deleted_at', null)
      await set('lk_organization_status_id', 1)
    }
  })

  test('survives other profile changes, is shown to staff, and is removed only on request', async () => {
    await move('LOW', outsideForm.organization_id)
    expect(await details()).toBe(1)
    const save = (overrides: object) =>
      admin.put('/instructor/manage/', { user_id: instructor_id, ...form, ...overrides })
    expect((await save({ instructorOrganizations: [] })).status).toBe(200)
    expect(await visibleTo(await instructor())).toEqual([])
    const forget = { forgetLostOrganizations: true, instructorOrganizations: [] }
    expect((await (await instructor()).put('/user/saveUserInformation/', { ...form, ...forget })).status).toBe(200)
    expect(await details()).toBe(1)
    expect((await save(forget)).status).toBe(200)
    expect(await details()).toBe(0)
    expect(await visibleTo(await instructor())).toEqual(expect.arrayContaining(['MID', 'SIB', 'TOP']))
    const [entry] = await read<{ before: unknown; after: unknown }>`
      select before, after from platform.audit_event where subject = ${`user_id:${instructor_id}`}
      order by audit_event_id desc limit 1`
    expect(entry).toMatchObject({ before: { lostOrganizations: 1 }, after: { lostOrganizations: 0 } })
  })
})
