import { describe, expect, it, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { maxClients } from '#modules/identity/clients/client.sql.ts'
import { clientPermissions } from '#modules/identity/clients/client-permissions.ts'
import { clientUse } from '#modules/identity/clients/client-use.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { manifests } from '#modules/manifests.ts'
import { declaredCodes } from '#platform/http/operations.ts'
import { takeCourse } from './fixtures/learning/quiz.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { atOnce, fifty, tally } from './support/at-once.ts'
import { callOperation } from './support/call.ts'
import { addClient, openClient } from './support/client.ts'
import { examples, inputOf } from './support/examples.ts'
import { byBearer } from './support/outsiders.ts'
import { openOwner } from './support/owner.ts'
import { ok } from './support/path.ts'
import { openVictim } from './support/victim.ts'

const app = await openTestApp({ jobs: true })
const victim = await openVictim(app)
/** A client with every permission that clients may have. */
const everything = await openClient(app)
const operations = manifests.flatMap((module) => module.operations)
const openedOperations = operations.filter(({ may }) => may.clients)
// Their own sessions, because others open so many for the demo's Admin that its first ones end.
const admin = await app.as(await addAdmin('maker@example.com'))
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body?.code ?? ''}`.trim()

const create = async (overrides: Record<string, unknown> = {}) => {
  const form = { name: 'Fleet sync', purpose: 'Enrolls drivers', contact_email: 'dev@fleet.example' }
  return admin.post('/client/create', { ...form, permissions: ['MANAGE_STUDENTS:READ'], ...overrides })
}
const keyOf = async (client_id: number) =>
  ok(await admin.post('/client/addKey', { client_id })) as { key: string; client_key_id: number }

/** A client created by the demo's Admin, with a key and the caller that uses it. */
async function open(overrides: Record<string, unknown> = {}) {
  const { client_id } = ok(await create(overrides))
  const { key, client_key_id } = await keyOf(client_id)
  return { client_id, client_key_id, key, client: byBearer(app, key) }
}

const lastEvent = async ({ database }: TestApp, action: string) => {
  const [event] = await database.read<Record<string, unknown>>`
    select action, actor_kind, actor_user_id, actor_client_id, subject, subject_user_id, after
    from platform.audit_event where action = ${action} order by audit_event_id desc limit 1`
  return event
}

describe('calls open to clients', () => {
  it('requires exactly the permissions that a client may have', () => {
    const required = new Set(openedOperations.flatMap(({ may }) => may.keys?.list ?? []))
    const grantable: ReadonlySet<string> = new Set(clientPermissions)
    expect(
      [...grantable].filter((key) => !required.has(key as never)),
      'a box without a call',
    ).toEqual([])
    // The permission for students is enough for a call for several roles.
    const staffOnly = /^MANAGE_(?:ADMIN|INSTRUCTORS):/
    expect([...required].filter((key) => !grantable.has(key) && !staffOnly.test(key))).toEqual([
      'MANAGE_AUTHORIZATION_KEYS:UPDATE',
    ])
  })

  // A batch is readable only by its creator: 'creates keys, and only it reads their codes'.
  const ofCreator = 'GET /authorizationKeys/batch/{authorization_key_batch_id}'
  // An endpoint is managed only by its own client: modules/identity/webhooks/webhooks.test.ts.
  const ofOwner = / \/webhook\//
  // A test key calls these: modules/backoffice/sandbox/sandbox.test.ts.
  const ofSandbox = / \/test\//
  const namedOperations = openedOperations.filter(
    ({ call }) => call in examples && call !== ofCreator && !ofOwner.test(call),
  )
  it.each(namedOperations.map((operation) => [operation.call, operation] as const))(
    '%s works for a client',
    async (call, operation) => {
      const example = examples[call]!
      const response = await callOperation(
        everything,
        operation,
        inputOf(operation, example, victim.ids[example.situation]),
      )
      expect(codeOf(response)).toBe('200')
    },
  )

  it.each(
    openedOperations
      .filter(({ call, method }) => method === 'GET' && !(call in examples) && !ofSandbox.test(call))
      .map((operation) => [operation.call, operation] as const),
  )('%s reaches its operation', async (_call, operation) => {
    const response = await callOperation(everything, operation, {})
    expect([200, 400, 404]).toContain(response.status)
  })
})

describe('a client', () => {
  it('is created by an Admin, calls with its key, and is named in the audit log', async () => {
    const { client, client_id } = await open({ permissions: ['MANAGE_STUDENTS:CREATE', 'MANAGE_STUDENTS:READ'] })
    const profile = { first_name: 'Dina', last_name: 'Driver', email: `dina.${client_id}@fleet.example` }
    const { data } = ok(await client.post('/user/student/', { profile }))
    expect(await lastEvent(app, 'user.create')).toMatchObject({
      actor_kind: 'client',
      actor_user_id: null,
      actor_client_id: client_id,
      subject_user_id: data.user_id,
    })
    const { data: events } = ok(await admin.get(`/user/eventhistory/fetch?user_id=${data.user_id}`))
    expect(events).toEqual([expect.objectContaining({ actor_name: `Fleet sync (client ${client_id})` })])
  })

  it("has no permission that the Admin lacks, and none to change people's rights", async () => {
    const lacking = await addAdmin('lacking@example.com')
    await app.database.read`
      insert into identity.permission (user_id, organization_id, key, granted)
      values (${lacking}, 1, 'MANAGE_PAYMENTS:READ', false)`
    const form = { name: 'x', purpose: 'x', contact_email: 'dev@fleet.example' }
    const other = await app.as(lacking)
    expect(codeOf(await other.post('/client/create', { ...form, permissions: ['MANAGE_PAYMENTS:READ'] }))).toBe(
      '403 CANNOT_GRANT',
    )
    const { client_id } = await open({ permissions: ['MANAGE_PAYMENTS:READ'] })
    expect(codeOf(await other.post('/client/addKey', { client_id }))).toBe('403 CANNOT_GRANT')
    for (const key of ['CAN_VIEW_AS:READ', 'MANAGE_ADMIN:UPDATE', 'CHANGE_PASSWORD:UPDATE'])
      expect(codeOf(await create({ permissions: [key] })), key).toBe('400 INVALID')
  })

  it('loses a permission that the Admins of its organization lose', async () => {
    const { client } = await open()
    expect(codeOf(await client.get('/student/fetch'))).toBe('200')
    const { read } = app.database
    await read`insert into identity.role_permission (organization_id, lk_user_role_id, key, granted)
               values (1, 1, 'MANAGE_STUDENTS:READ', false)`
    expect(codeOf(await client.get('/student/fetch'))).toBe('403 FORBIDDEN')
    await read`delete from identity.role_permission where key = 'MANAGE_STUDENTS:READ' and lk_user_role_id = 1`
  })

  it('requires a recent proof to be created, changed or given a key, but not to be revoked', async () => {
    const { client_id } = await open()
    const tired = admin
    await app.database.read`update identity.session set proved_at = null`
    const form = { name: 'x', purpose: 'x', contact_email: 'a@b.example', permissions: ['MANAGE_STUDENTS:READ'] }
    for (const response of [
      await tired.post('/client/create', form),
      await tired.put('/client/save', { client_id, ...form }),
      await tired.post('/client/addKey', { client_id }),
    ])
      expect(codeOf(response)).toBe('403 PROOF_NEEDED')
    expect(codeOf(await tired.post('/client/end', { client_id }))).toBe('200')
    await app.database.read`update identity.session set proved_at = platform.now()`
  })

  it('opens no page, no sign-in and no call of a person', async () => {
    const { client } = await open()
    expect((await client.visit('/manage/students')).status).toBe(403)
    expect((await client.visit('/login')).status).toBe(403)
    expect(codeOf(await client.get('/user/getCurrentUser'))).toBe('403 FORBIDDEN')
    expect(codeOf(await client.post('/user/logout'))).toBe('403 FORBIDDEN')
    expect(codeOf(await client.get('/clients'))).toBe('403 FORBIDDEN')
  })

  it('is refused from the next call on once the client or its key is revoked, or its last day is over', async () => {
    const [first, two] = [await open(), await open({ ends_on: '2099-01-01' })]
    const second = byBearer(app, (await keyOf(first.client_id)).key)
    expect(codeOf(await admin.post('/client/addKey', { client_id: first.client_id }))).toBe('409 TOO_MANY_CLIENT_KEYS')
    ok(await admin.post('/client/endKey', { client_key_id: first.client_key_id }))
    expect(codeOf(await first.client.get('/student/fetch'))).toBe('401 CLIENT_UNKNOWN')
    expect(codeOf(await second.get('/student/fetch'))).toBe('200')
    ok(await admin.post('/client/end', { client_id: first.client_id }))
    expect(codeOf(await second.get('/student/fetch'))).toBe('401 CLIENT_UNKNOWN')
    expect(codeOf(await admin.post('/client/addKey', { client_id: first.client_id }))).toBe('404 NOT_FOUND')
    await app.database
      .read`update identity.client set ends_at = platform.now() - interval '1 second' where client_id = ${two.client_id}`
    expect(codeOf(await two.client.get('/student/fetch'))).toBe('401 CLIENT_UNKNOWN')
  })

  it('is refused from an address outside of its networks', async () => {
    const { client, client_id } = await open({ networks: ['203.0.113.7', '2001:db8::/32'] })
    const response = await client.get('/student/fetch')
    expect(codeOf(response)).toBe('403 CLIENT_NETWORK')
    const [{ networks }] = ok(await admin.get('/clients')).clients.filter(
      (client: { client_id: number }) => client.client_id === client_id,
    )
    expect(networks).toEqual(['203.0.113.7/32', '2001:db8::/32'])
    expect(codeOf(await create({ networks: ['300.0.0.1'] }))).toBe('400 INVALID')
    expect(codeOf(await create({ networks: ['10.0.0.0/40'] }))).toBe('400 INVALID')
  })

  it('sees the organizations that it works for, and no other tenant', async () => {
    const otherOrganizationClient = await openClient(app, { code: 'GCT' })
    const student = await app.userId('student@example.com')
    expect(codeOf(await otherOrganizationClient.get(`/student/detail/fetch?student_id=${student}`))).toBe(
      '404 NOT_FOUND',
    )
    const { key } = await addClient(app, { code: 'GCT' })
    expect(codeOf(await byBearer(app, key).get('/student/fetch')), "on another organization's site").toBe(
      '401 CLIENT_UNKNOWN',
    )
    const [row] = await app.database.read<{ organization_id: number }>`
      select c.descendant_id as organization_id from identity.organization_closure c
      join identity.organization o on o.organization_id = c.ancestor_id and o.default_ind where c.depth = 1 limit 1`
    const narrow = await openClient(app, { works_for: [row!.organization_id] })
    const { students } = ok(await narrow.get('/student/fetch?limit=100'))
    const organizations = new Set(students.map((student: { organization_id: number }) => student.organization_id))
    expect([...organizations].filter((id) => id !== row!.organization_id)).toEqual([])
    expect(codeOf(await narrow.get(`/student/detail/fetch?student_id=${student}`))).toBe('404 NOT_FOUND')
    expect(codeOf(await create({ organization_ids: [999_999] }))).toBe('404 NOT_FOUND')
  })

  it('has its calls counted by day, including refused ones', async () => {
    const { client, client_id } = await open()
    await client.get('/student/fetch')
    await client.get('/course/fetch')
    const use = app.services.ports.get(clientUse.port) as NonNullable<typeof clientUse.of>
    await use.flush()
    const { days } = ok(await admin.get(`/client/use/${client_id}`))
    // The calls may fall on two days.
    const sum = (name: 'calls' | 'refusals') =>
      days.reduce((total: number, day: Record<typeof name, number>) => total + day[name], 0)
    expect([sum('calls'), sum('refusals')]).toEqual([2, 1])
    for (const { on_day } of days) expect(on_day).toMatch(/^\d{4}-\d\d-\d\d$/)
    const [listedRow] = ok(await admin.get('/clients')).clients.filter(
      (client: { client_id: number }) => client.client_id === client_id,
    )
    expect(listedRow).toMatchObject({ calls: 2, refusals: 1, used_at: expect.any(String) })
    expect(listedRow.keys[0]).toMatchObject({ used_at: expect.any(String) })
    expect(codeOf(await client.get('/order/create'))).toBe('404 NOT_FOUND')
  })

  it('corrects a date of birth: a running course is checked again, and the audit log names the client', async () => {
    const { client, client_id } = await open({ permissions: ['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:UPDATE'] })
    const { user_id: student_id, lastName: last_name, email } = await openOwner(app)
    const { studentCourseId } = await takeCourse(app, student_id, 1, 1011)
    const sql = app.database.read
    const [version] = await sql<{ former: Record<string, unknown> }>`
      select course_registration_options as former from catalogue.course_version where course_version_id = 1`
    const setRule = async (options: Record<string, unknown>) => {
      await sql`
        update catalogue.course_version set course_registration_options = ${sql.json(options)} where course_version_id = 1`
      clearVersionCache()
    }
    await setRule({ ...version!.former, ageEnabled: true, aboveOrBelowAge: 'Above', age: 18 })
    const names = { first_name: 'Viola', last_name }
    const correct = (dob: string, overrides: object = {}) =>
      client.put('/student/manage/', {
        student_id,
        profile: { ...names, email, dob },
        ...overrides,
      })
    const { warning, data } = ok(await correct('05/17/2015'))
    await setRule(version!.former)
    expect(warning).toContain('may not take')
    const [course] = await sql<{ at: number }>`
      select lk_student_course_status_id as at from learning.student_course where student_course_id = ${studentCourseId}`
    expect(course!.at).toBe(status.needsAttention)
    const [change] = await sql<Record<string, unknown>>`
      select to_status_id, changed_by, actor_user_id from learning.student_course_status_change
      where student_course_id = ${studentCourseId} order by student_course_status_change_id desc limit 1`
    expect(change).toEqual({ to_status_id: status.needsAttention, changed_by: 'staff', actor_user_id: null })
    for (const action of ['user.saveUserInformation', 'course.not-of-age'])
      expect(await lastEvent(app, action), action).toMatchObject({
        actor_kind: 'client',
        actor_user_id: null,
        actor_client_id: client_id,
        subject_user_id: student_id,
      })
    // Each refusal is declared by the call.
    const refusals = [
      [await correct('05/18/2015', { updated_at: '2020-01-01T00:00:00.000Z' }), '409 CONFLICT'],
      [await correct('05/18/2099'), '400 INVALID'],
      [await correct('05/18/2015', { student_id: 999_999 }), '404 NOT_FOUND'],
      [await correct('05/18/2015', { profile: { ...names, email, loginid: `new.${email}` } }), '403 FORBIDDEN'],
    ] as const
    const registry = declaredCodes(operations.find(({ call }) => call === 'PUT /student/manage/')!)
    for (const [response, code] of refusals) {
      expect(codeOf(response)).toBe(code)
      expect(registry.get(response.status)).toContain(response.body.code)
    }
    expect(data.user_id).toBe(student_id)
  })

  it('enrolls by invoice under its own id, and once per request', async () => {
    const operation = operations.find(({ call }) => call === 'POST /student/addInvoicedStudentCourse')!
    const example = examples[operation.call]!
    const { client, client_id } = await open({ permissions: ['MANAGE_PAYMENTS:CREATE'] })
    const other = await openVictim(app)
    const input = inputOf(operation, example, other.ids[example.situation])
    const [first, response] = [
      await callOperation(client, operation, input),
      await callOperation(client, operation, input),
    ]
    expect(ok(response).order_id).toBe(ok(first).order_id)
    const [order] = await app.database.read<Record<string, unknown>>`
      select created_by, created_by_client from checkout.customer_order where order_id = ${first.body.order_id}`
    expect(order).toEqual({ created_by: null, created_by_client: client_id })
    expect(await lastEvent(app, 'order.create')).toMatchObject({ actor_kind: 'client', actor_client_id: client_id })
    // The same permission is needed to charge students, which is closed to clients.
    expect(codeOf(await client.post('/student/addUnpaidStudentCourse', input))).toBe('403 FORBIDDEN')
  })

  it('creates keys, and only it reads their codes', async () => {
    const operation = operations.find(({ call }) => call === 'POST /authorizationKeys/createKeys')!
    const example = examples[operation.call] ?? { situation: 'person' as const, by: 'staff' as const }
    const { client } = await open({
      permissions: ['MANAGE_AUTHORIZATION_KEYS:CREATE', 'MANAGE_AUTHORIZATION_KEYS:READ'],
    })
    const { offers } = ok(await client.get('/authorizationKeys/choices'))
    const request = { ...example.fields, course_website_id: offers[0].course_website_id, count: 2 }
    const { authorization_key_batch_id: batch, codes } = ok(await client.post('/authorizationKeys/createKeys', request))
    expect(codes).toHaveLength(2)
    expect(ok(await client.get(`/authorizationKeys/batch/${batch}`)).codes).toEqual(codes)
    const other = await openClient(app)
    expect(codeOf(await other.get(`/authorizationKeys/batch/${batch}`))).toBe('404 NOT_FOUND')
    expect(codeOf(await admin.get(`/authorizationKeys/batch/${batch}`))).toBe('404 NOT_FOUND')
  })
})

test('a key is recognized by its shape and checksum', async () => {
  const { key } = await open()
  expect(key).toMatch(/^wp_live_[0-9A-Za-z]{46}$/)
  const invalidValue = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
  for (const text of [invalidValue, `${key}x`, key.replace('live', 'test'), 'wp_live_'])
    expect(codeOf(await byBearer(app, text).get('/lookup/fetchAll')), text).toBe('401 CLIENT_UNKNOWN')
})

test('only two of many keys created simultaneously are live', async () => {
  const { client_id } = ok(await create())
  const responses = await Promise.all(Array.from({ length: 6 }, () => admin.post('/client/addKey', { client_id })))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409])
})

test('an organization that creates fifty clients simultaneously keeps only the maximum', async () => {
  const { read } = app.database
  const count = async () => {
    const [row] = await read<{ n: number }>`
      select count(*)::int as n from identity.client c
      join identity.organization o on o.organization_id = c.organization_id
      where o.default_ind and c.ended_at is null`
    return row!.n
  }
  const remaining = maxClients - (await count())
  expect(remaining).toBeGreaterThan(5)
  const responses = await atOnce(() => create({ name: 'At once' }))
  expect(tally(responses)).toEqual({ 200: remaining, '409 TOO_MANY_CLIENTS': fifty - remaining })
  expect(await count()).toBe(maxClients)
  await read`update identity.client set ended_at = platform.now(), ended_by = created_by where name = 'At once'`
})

test('the table contains no key', async () => {
  const { key, client_key_id } = await open()
  const [row] = await app.database.read<{ text: string }>`
    select row_to_json(k)::text as text from identity.client_key k where client_key_id = ${client_key_id}`
  expect(row!.text).toContain(key.slice(0, 16))
  expect(row!.text).not.toContain(key.slice(16))
})

async function addAdmin(loginid: string): Promise<number> {
  const [row] = await app.database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    select organization_id, 1, ${loginid}, ${loginid}
    from identity.organization where default_ind returning user_id`
  return row!.user_id
}
