import { describe, expect, it, test } from 'vitest'
import { clientUse } from '#modules/identity/clients/client-use.ts'
import { publishToWebhooks } from '#modules/identity/entry.ts'
import { openCtx } from '#platform/open-ctx.ts'
import { openTestApp } from '#tests/support/app.ts'
import { addClient } from '#tests/support/client.ts'
import { byBearer } from '#tests/support/outsiders.ts'
import { ok } from '#tests/support/path.ts'
import { isSignedWith, openReceiver } from '#tests/support/receiver.ts'

const app = await openTestApp({ jobs: true })
// As the owner of the tables, who sees every organization.
const { read } = app.database
const receiver = await openReceiver()
const admin = await app.as(await app.userId('admin@example.com'))
const real = byBearer(app, (await addClient(app)).key)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body?.code ?? ''}`.trim()
const key = { name: 'Tests of the fleet', contact_email: 'dev@fleet.example' }

const addKey = async (name = key.name) =>
  ok(await admin.post('/sandbox/addKey', { ...key, name })) as { client_id: number; key: string }
const first = await addKey()
const sandbox = byBearer(app, first.key)
const [home] = await read<{ organization_id: number }>`
  select organization_id from identity.organization where default_ind`
const test_id = -home!.organization_id

const offerOf = async () => {
  const [offer] = await read<{ id: number }>`
    select course_website_id as id from catalogue.course_website
    where organization_id = ${test_id} and course_id = 1`
  return offer!.id
}

/** A partner's program: enrolls students and receives the results at its endpoint, without polling. */
async function runProgram(drivers: number, caller = sandbox) {
  const rows = Array.from({ length: drivers }, (_, n) => ({
    external_id: `sandbox-${n}`,
    profile: { first_name: 'Dina', last_name: `Driver ${n}`, email: `admin${n || ''}@example.com` },
  }))
  const course_website_id = await offerOf()
  const enrolled = ok(await caller.post('/student/enrollMany', { course_website_id, rows })).rows
  const student_course_ids = enrolled.map((row: { student_course_id: number }) => row.student_course_id)
  const result = ok(await caller.post('/test/students/pass', { student_course_ids })).rows
  await app.runJobs()
  return { enrolled, student_course_ids, passed: result }
}

/** Everything of real organizations that a sandbox must not change. */
async function countReal() {
  // Calls are counted in memory first.
  await (await app.ctx()).use(clientUse).flush()
  const [counts] = await read`
    select (select count(*) from platform.audit_event where organization_id >= 0) as audited,
           (select count(*) from platform.audit_seal) as sealed,
           (select count(*) from platform.event where organization_id >= 0) as events,
           (select count(*) from identity.person where organization_id >= 0) as people,
           (select count(*) from learning.student_course where organization_id >= 0) as courses,
           (select count(*) from learning.completion_report where organization_id >= 0) as reports,
           (select count(*) from learning.student_certificate where organization_id >= 0) as certificates,
           (select coalesce(sum(last_number), 0) from learning.certificate_counter where organization_id >= 0) as numbers,
           (select count(*) from checkout.customer_order where organization_id >= 0) as orders,
           (select count(*) from checkout.invoice where organization_id >= 0) as invoices,
           (select count(*) from identity.client_day where organization_id >= 0) as calls`
  const shown = await Promise.all(
    ['/home/recent', '/user/students?limit=100', '/enrollments', '/organizations?limit=100'].map(async (path) => {
      const { status, body } = await admin.get(path)
      return { path, status, body }
    }),
  )
  return { counts, shown, mails: app.mail.sent.length }
}

test('a program enrolls and passes drivers and hears of it, and nothing counts for the real organization', async () => {
  const { secret } = ok(await sandbox.post('/webhook/create', { url: receiver.url }))
  await app.runJobs()
  receiver.received.length = 0
  const before = await countReal()
  const { enrolled, passed } = await runProgram(40)
  expect(enrolled.map((row: { result: string }) => row.result)).toEqual(Array(40).fill('enrolled'))
  expect(passed.map((row: { result: string }) => row.result)).toEqual(Array(40).fill('passed'))
  const count = (type: string) => receiver.received.filter(({ event }) => event.type === type).length
  for (const type of [
    'enrollment.created',
    'course.started',
    'course.passed',
    'certificate.issued',
    'completion.accepted',
  ])
    expect({ type, count: count(type) }).toEqual({ type, count: 40 })
  expect(new Set(receiver.received.map(({ event }) => event.livemode))).toEqual(new Set([false]))
  expect(new Set(receiver.received.map(({ event }) => event.organization_id))).toEqual(new Set([test_id]))
  expect(receiver.received.every((request) => isSignedWith(request, secret))).toBe(true)
  expect(await countReal()).toEqual(before)
}, 240_000)

describe('a key', () => {
  it("a real client's key is refused by the sandbox operations, and so is a person", async () => {
    const calls = [
      ['/test/clock', { minutes: 1 }],
      ['/test/students/pass', { student_course_ids: [1] }],
      ['/test/invoice', {}],
    ] as const
    for (const [path, body] of calls) {
      expect(codeOf(await real.post(path, body))).toBe('403 SANDBOX_ONLY')
      expect(codeOf(await admin.post(path, body))).toBe('403 FORBIDDEN')
      expect(codeOf(await app.visitor().post(path, body))).toBe('401 UNAUTHENTICATED')
    }
    expect(codeOf(await real.get('/test/clock'))).toBe('403 SANDBOX_ONLY')
  })

  it('a key from another organization sees nothing of this sandbox, and works only on its own site', async () => {
    const [gulf] = await read<{ organization_id: number }>`
      select organization_id from identity.organization where code = 'GCT'`
    const chief = await app.as(await addAdmin(gulf!.organization_id), 'GCT')
    const other = ok(await chief.post('/sandbox/addKey', key))
    const theirClient = byBearer(app, other.key, 'GCT')
    const { student_course_ids } = await runProgram(1)
    expect(ok(await theirClient.get('/enrollments')).enrollments).toEqual([])
    const { rows } = ok(await theirClient.post('/test/students/pass', { student_course_ids }))
    expect(rows).toEqual([expect.objectContaining({ result: 'refused', code: 'NOT_FOUND' })])
    expect(codeOf(await byBearer(app, other.key).get('/test/clock'))).toBe('401 CLIENT_UNKNOWN')
    expect(ok(await admin.get('/sandbox')).keys.map((item: { client_id: number }) => item.client_id)).not.toContain(
      other.client_id,
    )
  })

  it('sees no record of the real organization, whose keys see none of the sandbox', async () => {
    const { student_course_ids } = await runProgram(1)
    await read`update identity.organization set invoice_ind = true where organization_id = ${home!.organization_id}`
    const row = { external_id: 'own', profile: { first_name: 'Olga', last_name: 'Own', email: 'own@fleet.example' } }
    const [ownRow] = ok(await real.post('/student/enrollMany', { course_website_id: 1001, rows: [row] })).rows
    const { rows } = ok(await sandbox.post('/test/students/pass', { student_course_ids: [ownRow.student_course_id] }))
    expect(rows[0]).toMatchObject({ result: 'refused', code: 'NOT_FOUND' })
    const result = ok(await real.get('/enrollments?limit=200')).enrollments
    expect(result.map((row: { student_course_id: number }) => row.student_course_id)).not.toContain(
      student_course_ids[0],
    )
  })

  it('is refused once it is revoked, also by an Admin of another organization', async () => {
    const { client_id, key: text } = await addKey('Short')
    const caller = byBearer(app, text)
    ok(await caller.get('/test/clock'))
    const [gulf] = await read<{ organization_id: number }>`
      select organization_id from identity.organization where code = 'GCT'`
    const chief = await app.as(await addAdmin(gulf!.organization_id), 'GCT')
    expect(codeOf(await chief.post('/sandbox/endKey', { client_id }))).toBe('404 NOT_FOUND')
    ok(await caller.get('/test/clock'))
    ok(await admin.post('/sandbox/endKey', { client_id }))
    expect(codeOf(await caller.get('/test/clock'))).toBe('401 CLIENT_UNKNOWN')
    expect(codeOf(await admin.post('/sandbox/endKey', { client_id }))).toBe('404 NOT_FOUND')
  })

  it('opens no page, and is made by an Admin alone', async () => {
    expect(codeOf(await sandbox.post('/sandbox/addKey', key))).toBe('403 FORBIDDEN')
    const student = await app.as(await app.userId('student@example.com'))
    expect(codeOf(await student.post('/sandbox/addKey', key))).toBe('403 FORBIDDEN')
    expect(codeOf(await admin.post('/sandbox/addKey', { ...key, name: ' ' }))).toBe('400 INVALID')
  })
})

describe('two first keys at once', () => {
  it('make one sandbox', async () => {
    const [org] = await read<{ organization_id: number; code: string }>`
      select organization_id, code from identity.organization
      where organization_id > 0 and parent_organization_id is not null and lk_organization_status_id = 1
      order by organization_id limit 1`
    const { organization_id, code } = org!
    const chief = await app.as(await addAdmin(organization_id), code)
    const made = await Promise.all([chief.post('/sandbox/addKey', key), chief.post('/sandbox/addKey', key)])
    expect(made.map(({ status }) => status)).toEqual([200, 200])
    const [row] = await read<{ n: number }>`
      select count(*)::int as n from catalogue.website where organization_id = ${-organization_id}`
    expect(row!.n).toBe(1)
  })
})

test('an invoice of the sandbox has each enrollment once, also if it is asked for by many calls', async () => {
  const enroll = async (last_name: string) => {
    const profile = { first_name: 'Ines', last_name, email: `${last_name}@fleet.example` }
    const course_website_id = await offerOf()
    ok(await sandbox.post('/student/enrollMany', { course_website_id, rows: [{ external_id: last_name, profile }] }))
  }
  const linesOf = async (invoice_id: number) => {
    const [count] = await read<{ lines: number }>`
      select count(*)::int as lines from checkout.invoice_line where invoice_id = ${invoice_id}`
    return count!.lines
  }
  await enroll('first-invoiced')
  const calls = await Promise.all(Array.from({ length: 4 }, () => sandbox.post('/test/invoice', {})))
  expect(calls.map(codeOf).sort()).toEqual(['200', ...Array(3).fill('422 NOTHING_TO_INVOICE')])
  const { invoice_id } = calls.find(({ status }) => status === 200)!.body as { invoice_id: number }
  const [counts] = await read<{ lines: number }>`
    select count(*)::int as lines from checkout.order_item i join checkout.customer_order o using (order_id)
    where o.organization_id = ${test_id} and o.paid_at is not null`
  expect(await linesOf(invoice_id)).toBe(counts!.lines)
  await enroll('invoiced-later')
  const result = ok(await sandbox.post('/test/invoice', {}))
  expect(await linesOf(result.invoice_id)).toBe(1)
  const listedResult = ok(await sandbox.get('/invoice/fetch')).invoice.map(
    (row: { invoice_id: number }) => row.invoice_id,
  )
  expect(listedResult.sort()).toEqual([invoice_id, result.invoice_id].sort())
  expect(codeOf(await sandbox.post('/test/invoice', {}))).toBe('422 NOTHING_TO_INVOICE')
})

describe('the clock', () => {
  const minutes = (days: number) => days * 1_440

  it.each([0, -5, 1.5, minutes(90) + 1, 'soon', null])('refuses a move of %s', async (value) => {
    expect(codeOf(await sandbox.post('/test/clock', { minutes: value }))).toBe('400 INVALID')
  })

  it('moves only its own sandbox, and reminders and expiry follow', async () => {
    const { student_course_ids } = await runProgram(0 + 1)
    const rows = [
      { external_id: 'late', profile: { first_name: 'Lea', last_name: 'Late', email: 'late@fleet.example' } },
    ]
    const enrolled = ok(await sandbox.post('/student/enrollMany', { course_website_id: await offerOf(), rows })).rows[0]
    await app.runJobs()
    const before = await countReal()
    const sentCount = app.mail.sent.length
    const start = ok(await sandbox.get('/test/clock'))
    const result = ok(await sandbox.post('/test/clock', { minutes: minutes(90) }))
    expect(result.moved_minutes - start.moved_minutes).toBe(minutes(90))
    expect(result.pending).toEqual([])
    expect(result.ran).toContain('learning.expire-courses')
    for (let days = 90; days < 360; days += 90) ok(await sandbox.post('/test/clock', { minutes: minutes(90) }))
    await app.runJobs()
    const [row] = await read<{ status: number }>`
      select lk_student_course_status_id as status from learning.student_course
      where student_course_id = ${enrolled.student_course_id}`
    expect(row!.status).toBe(10)
    expect(student_course_ids).toHaveLength(1)
    expect(await countReal()).toEqual(before)
    expect(app.mail.sent).toHaveLength(sentCount)
    const [now] = await read<{ off: number }>`
      select abs(extract(epoch from platform.now() - clock_timestamp()))::float8 as off`
    expect(now!.off).toBeLessThan(60)
  })

  it('stops at 400 days, however many moves come at once', async () => {
    const moves = await Promise.all(
      Array.from({ length: 6 }, () => sandbox.post('/test/clock', { minutes: minutes(30) })),
    )
    expect(moves.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(moves.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(['409 TEST_CLOCK_LIMIT']))
    expect(ok(await sandbox.get('/test/clock')).moved_minutes).toBe(minutes(390))
  })
})

test('concurrent calls pass a course once', async () => {
  const rows = [
    { external_id: 'twice', profile: { first_name: 'Tia', last_name: 'Twice', email: 'twice@fleet.example' } },
  ]
  const [row] = ok(await sandbox.post('/student/enrollMany', { course_website_id: await offerOf(), rows })).rows
  const student_course_ids = [row.student_course_id]
  const calls = await Promise.all(
    Array.from({ length: 4 }, () => sandbox.post('/test/students/pass', { student_course_ids })),
  )
  const results = calls.map((call) => ok(call).rows[0].result)
  expect(results.sort()).toEqual(['exists', 'exists', 'exists', 'passed'])
})

test('a context without simulated services, or between both sides, is refused', async () => {
  const { organization } = await app.ctx()
  const inside = { ...organization, organization_id: test_id, scope: [test_id] }
  const { testPorts, ...without } = app.services
  const caller = { actor: { kind: 'system', name: 'test' } as const, organization: inside, locale: 'en-us' as const }
  expect(testPorts).toBeDefined()
  expect(() => openCtx(without, caller)).toThrow('simulated services')
  const person = await app.actorOf(await app.userId('admin@example.com'))
  expect(() => openCtx(app.services, { ...caller, actor: person })).toThrow('must both be real')
  expect(() => openCtx(app.services, { ...caller, actor: { kind: 'anonymous' } })).toThrow('must both be real')
  expect(() => openCtx(app.services, { ...caller, organization: { ...inside, scope: [test_id, 1] } })).toThrow('scope')
  const system = openCtx(app.services, { ...caller, organization })
  expect(await system.sql`select from identity.organization where organization_id < 0`).toEqual([])
  expect(await system.unscoped.sql`select from identity.organization where organization_id < 0`).toEqual([])
  await publishToWebhooks(system)
})

async function addAdmin(organization_id: number): Promise<number> {
  const [person] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, lk_user_status_id, loginid, email, first_name, last_name)
    select ${organization_id}, lk_user_role_id, lk_user_status_id, ${`chief.${organization_id}.${Math.random()}@x.example`},
           'chief@x.example', 'Chief', 'Admin'
    from identity.person where loginid = 'admin@example.com' returning user_id`
  return person!.user_id
}

test('a test key gets a token that acts in the sandbox only, for an hour of the real clock, and ends with its key', async () => {
  const testKey = await addKey('Tokens')
  const request = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: String(testKey.client_id),
      ...fields,
    })
    const headers = { host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded' }
    const response = await app.app.request('http://localhost:3000/oauth/token', {
      method: 'POST',
      headers,
      body: String(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  ok(await sandbox.post('/test/clock', { minutes: 60 * 24 * 3 }))
  const before = await countReal()
  const grantedResponse = await request({ client_secret: testKey.key, scope: 'MANAGE_STUDENTS:READ' })
  expect([grantedResponse.status, grantedResponse.body.scope]).toEqual([200, 'MANAGE_STUDENTS:READ'])
  const token = grantedResponse.body.access_token!
  expect(token).toMatch(/^wp_test_token_[0-9A-Za-z]{46}$/)
  const caller = byBearer(app, token)
  const { enrollments } = ok(await caller.get('/enrollments?limit=500'))
  expect(enrollments.every((row: { organization_id: number }) => row.organization_id === test_id)).toBe(true)
  expect(codeOf(await caller.post('/test/clock', { minutes: 1 }))).toBe('403 FORBIDDEN')
  expect((await request({ client_secret: token })).status).toBe(401)
  expect((await request({ client_secret: testKey.key, client_id: String(first.client_id) })).status).toBe(401)
  expect(await countReal()).toEqual(before)
  await app.moveClock(3_601_000)
  expect((await caller.get('/enrollments')).status).toBe(401)
  const laterClient = byBearer(app, (await request({ client_secret: testKey.key })).body.access_token!)
  ok(await laterClient.get('/enrollments'))
  const newAdmin = await app.as(await app.userId('admin@example.com'))
  ok(await newAdmin.post('/sandbox/endKey', { client_id: testKey.client_id }))
  expect((await laterClient.get('/enrollments')).status).toBe(401)
})

test('the emails of a sandbox are listed with their text and links, a page at a time, and for test keys only', async () => {
  const row = {
    external_id: 'mailed',
    profile: { first_name: 'Mia', last_name: 'Mailed', email: 'mia@fleet.example' },
  }
  ok(await sandbox.post('/student/enrollMany', { course_website_id: await offerOf(), rows: [row], notify: true }))
  const sentCount = app.mail.sent.length
  await app.runJobs()
  expect(app.mail.sent).toHaveLength(sentCount)
  const { emails, next_id } = ok(await sandbox.get('/test/emails?to=MIA@fleet.example'))
  expect(emails).toHaveLength(1)
  expect(emails[0]).toMatchObject({ name: 'checkout.receipt', to: 'mia@fleet.example', subject: expect.any(String) })
  expect(emails[0].links.some((link: string) => link.includes('/change-password?token='))).toBe(true)
  expect(ok(await sandbox.get(`/test/emails?to=mia@fleet.example&after_id=${next_id}`))).toEqual(
    expect.objectContaining({ emails: [], next_id, has_more: false }),
  )
  const page = ok(await sandbox.get('/test/emails?limit=1'))
  expect([page.emails.length, page.next_id]).toEqual([1, page.emails[0].test_email_id])
  expect(codeOf(await real.get('/test/emails'))).toMatch(/SANDBOX/)
  const person = await app.as(await app.userId('admin@example.com'))
  expect((await person.get('/test/emails')).status).toBe(403)
})
