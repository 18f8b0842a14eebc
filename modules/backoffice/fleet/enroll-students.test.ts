import { beforeEach, describe, expect, it, test } from 'vitest'
import { publishEventsJob } from '#jobs/identity/publish-events.job.ts'
import { openJobCtx } from '#jobs/worker.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { publishToWebhooks } from '#modules/identity/entry.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { openTestApp } from '#tests/support/app.ts'
import { addClient, openClient } from '#tests/support/client.ts'
import { byBearer } from '#tests/support/outsiders.ts'
import { ok } from '#tests/support/path.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
await read`update identity.organization set invoice_ind = true where organization_id = 1`
const { key, client_id } = await addClient(app)
const client = byBearer(app, key)
const job = openJobCtx(app.services, publishEventsJob)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body?.code ?? ''}`.trim()

let drivers = 0
function driver(overrides: Record<string, unknown> = {}) {
  drivers += 1
  const email = `fleet.driver${drivers}@fleet.example`
  return { external_id: `driver-${drivers}`, profile: { first_name: 'Dina', last_name: 'Driver', email }, ...overrides }
}
const send = (rows: readonly object[], overrides: Record<string, unknown> = {}, caller = client) =>
  caller.post('/student/enrollMany', { course_website_id: 1001, rows, ...overrides })
const enroll = async (rows: readonly object[], overrides: Record<string, unknown> = {}) =>
  ok(await send(rows, overrides)).rows
const emailsTo = (address: string) => app.mail.sent.filter(({ to }) => to === address).map(({ subject }) => subject)

describe('enrolling many students', () => {
  beforeEach(() => read`delete from identity.account_guess`)

  it('adds and enrolls each person on invoice, and sends no emails', async () => {
    const rows = [driver(), driver()]
    const results = await enroll(rows)
    expect(results).toEqual(
      rows.map(({ external_id }) => ({
        external_id,
        result: 'enrolled',
        created: true,
        user_id: expect.any(Number),
        student_course_id: expect.any(Number),
        order_id: expect.any(Number),
        code: null,
        message: null,
        issues: [],
        warning: null,
      })),
    )
    const [order] = await read<Record<string, unknown>>`
      select total_cents, created_by, created_by_client from checkout.customer_order where order_id = ${results[0].order_id}`
    expect(order).toEqual({ total_cents: 0, created_by: null, created_by_client: client_id })
    const [course] = await read<{ at: number }>`
      select lk_student_course_status_id as at from learning.student_course
      where student_course_id = ${results[0].student_course_id}`
    expect(course!.at).toBe(status.paidNotRegistered)
    await app.runJobs()
    expect(rows.flatMap(({ profile }) => emailsTo(profile.email))).toEqual([])
  })

  it('sends each person one email on request, with the link for a password', async () => {
    const row = driver()
    await enroll([row], { notify: true })
    await app.runJobs()
    expect(emailsTo(row.profile.email)).toHaveLength(1)
    const [email] = app.mail.sent.filter(({ to }) => to === row.profile.email)
    expect(email!.text).toContain('/change-password?token=')
  })

  it('changes nothing when it is sent again, and finds a known person', async () => {
    const row = driver({ enrollment_external_id: 'enrollment-1' })
    const [first] = await enroll([row])
    const [againRow] = await enroll([row])
    expect(againRow).toEqual({ ...first, result: 'exists', created: false, order_id: null })
    const [other] = await enroll([{ ...row, enrollment_external_id: 'enrollment-2' }], { course_website_id: 1002 })
    expect(other).toMatchObject({ result: 'enrolled', created: false, user_id: first.user_id })
    const [counts] = await read<{ n: number }>`
      select count(*)::int as n from learning.student_course where user_id = ${first.user_id}`
    expect(counts!.n).toBe(2)
  })

  it('uses an existing student of the organization with the same login id', async () => {
    const before = driver()
    const { data } = ok(await client.post('/user/student/', { profile: before.profile }))
    const [result] = await enroll([before])
    expect(result).toMatchObject({ result: 'enrolled', created: false, user_id: data.user_id })
    // The person now has a partner's id, so another one is refused.
    const [second] = await enroll([{ ...before, external_id: 'other' }])
    expect(second).toMatchObject({ result: 'refused', code: 'CONFLICT' })
  })

  it('returns the refusal of a row, and enrolls the others', async () => {
    const admin = driver({ external_id: 'staff' })
    admin.profile.email = 'admin@example.com'
    const validDriver = driver()
    const results = await enroll([admin, validDriver])
    expect(results.map((row: Record<string, unknown>) => [row.result, row.code])).toEqual([
      ['refused', expect.stringMatching(/IN_USE|INVALID/)],
      ['enrolled', null],
    ])
    const [leftRow] = await read`select from identity.external_person where external_id = 'staff'`
    expect(leftRow).toBeUndefined()
  })

  it('refuses an enrollment id that belongs to someone else', async () => {
    await enroll([driver({ enrollment_external_id: 'taken' })])
    const [result] = await enroll([driver({ enrollment_external_id: 'taken' })])
    expect(result).toMatchObject({ result: 'refused', code: 'CONFLICT', user_id: null })
  })

  it('counts a login id taken elsewhere although its row is rolled back, refuses the client above the limit, and audits it', async () => {
    const guesses = () => read<{ account_guess_id: number }>`
      select account_guess_id from identity.account_guess where client_id = ${client_id}`
    const [knownDriver] = [driver()]
    await enroll([knownDriver])
    expect(await guesses()).toHaveLength(0)
    const otherDriver = driver()
    const other = await openClient(app, { code: 'GCT' })
    ok(await other.post('/user/student/', { profile: otherDriver.profile }))
    const [takenRow] = await enroll([otherDriver])
    expect(takenRow).toMatchObject({ result: 'refused', code: 'LOGINID_IN_USE', user_id: null })
    expect(await guesses()).toHaveLength(1)
    const [entry] = await read<Record<string, unknown>>`
      select after from platform.audit_event where action = 'student.enrollMany' order by audit_event_id desc limit 1`
    expect(entry!.after).toEqual({ enrolled: 0, exists: 0, refused: 1, refusals: { LOGINID_IN_USE: 1 } })
    await read`
      insert into identity.account_guess (network, client_id, at)
      select 'elsewhere', ${client_id}, platform.now() from generate_series(1, 299)`
    const results = await enroll([otherDriver, driver(), knownDriver!])
    expect(results.map((row: Record<string, unknown>) => row.code ?? row.result)).toEqual([
      'TOO_MANY',
      'TOO_MANY',
      'exists',
    ])
  })

  it("checks the partner's ids before the login id", async () => {
    await enroll([driver({ enrollment_external_id: 'first' })])
    const row = driver({ enrollment_external_id: 'first' })
    row.profile.email = 'admin@example.com'
    const [result] = await enroll([row])
    expect(result).toMatchObject({ result: 'refused', code: 'CONFLICT' })
    expect(await read`select from identity.account_guess where client_id = ${client_id}`).toHaveLength(0)
  })

  it('reassigns the ids of a removed person to a new person', async () => {
    const removed = driver({ enrollment_external_id: 'again' })
    const [before] = await enroll([removed])
    await read`update identity.person set deleted_at = platform.now() where user_id = ${before.user_id}`
    const row = { ...driver(), external_id: removed.external_id, enrollment_external_id: 'again' }
    const [result] = await enroll([row])
    expect(result).toMatchObject({ result: 'enrolled', created: true })
    expect(result.user_id).not.toBe(before.user_id)
    expect(await enroll([row])).toEqual([{ ...result, result: 'exists', created: false, order_id: null }])
  })

  it("assigns the id of a row to the person's existing enrollment, unless either has another", async () => {
    const row = driver()
    const [first] = await enroll([row])
    const [linkedRow] = await enroll([{ ...row, enrollment_external_id: 'linked' }])
    expect(linkedRow).toMatchObject({ result: 'exists', student_course_id: first.student_course_id })
    const { enrollments } = ok(await client.get('/enrollments?external_id=linked'))
    expect(enrollments.map((enrollment: Record<string, unknown>) => enrollment.student_course_id)).toEqual([
      first.student_course_id,
    ])
    const [second] = await enroll([{ ...row, enrollment_external_id: 'second id' }])
    expect(second).toMatchObject({ result: 'refused', code: 'CONFLICT' })
    const [other] = await enroll([{ ...row, enrollment_external_id: 'linked' }], { course_website_id: 1002 })
    expect(other).toMatchObject({ result: 'refused', code: 'CONFLICT' })
  })

  it('refuses a person whom the program of the course excludes', async () => {
    const row = driver({ enrollment_external_id: 'too young' })
    await read`
      insert into catalogue.program_rule (program_id, rule, valid_from, value, citation, reason, user_id)
      values ('fl-bdi', 'eligibility.age', '2020-01-01', '{"min": 18}', 'Rule 7', 'A test', 1)`
    await read`update catalogue.course_version set program_id = 'fl-bdi' where course_version_id = 1`
    clearVersionCache()
    const young = { ...row, profile: { ...row.profile, dob: '01/01/2015' } }
    const [result] = await enroll([young])
    expect(result).toMatchObject({
      result: 'refused',
      code: 'NOT_ELIGIBLE',
      message: expect.stringContaining('Rule 7'),
    })
    await read`delete from catalogue.program_rule`
    await read`update catalogue.course_version set program_id = null where course_version_id = 1`
    clearVersionCache()
  })

  it('takes effect once under eight simultaneous calls', async () => {
    const row = driver({ enrollment_external_id: 'at once' })
    const responses = await Promise.all(Array.from({ length: 8 }, () => send([row])))
    const results = responses.map((response) => ok(response).rows[0].result)
    expect(results.toSorted()).toEqual(['enrolled', ...Array(7).fill('exists')].toSorted())
  })

  it('refuses each row with a wrong field, with its fields, and enrolls the others in their places', async () => {
    const invalidInput = driver()
    invalidInput.profile.email = 'nowhere'
    const [first, last] = [driver(), driver()]
    const results = await enroll([invalidInput, first, driver({ no_such_field: 1 }), last, 7 as never])
    expect(results.map((row: { result: string; code: string | null }) => [row.result, row.code])).toEqual([
      ['refused', 'INVALID'],
      ['enrolled', null],
      ['refused', 'INVALID'],
      ['enrolled', null],
      ['refused', 'INVALID'],
    ])
    expect(results[0]).toMatchObject({ external_id: invalidInput.external_id, issues: [{ path: 'profile.email' }] })
    expect(results[0].message).toBe(results[0].issues[0].message)
    expect(results[1].external_id).toBe(first.external_id)
    expect(results[3].external_id).toBe(last.external_id)
    expect(results[4].external_id).toBe('')
    const [only] = await enroll([invalidInput])
    expect([only.result, only.external_id]).toEqual(['refused', invalidInput.external_id])
  })

  it('is refused as a whole without rows, and for another wrong field, an unknown course, and an organization without invoices', async () => {
    const invalidInput = driver()
    invalidInput.profile.email = 'nowhere'
    const response = await send([driver(), invalidInput], { notify: 'perhaps' })
    expect([codeOf(response), response.body.issues[0].path]).toEqual(['400 INVALID', 'notify'])
    expect(codeOf(await send([]))).toBe('400 INVALID')
    expect(codeOf(await send([driver()], { course_website_id: 999_999 }))).toBe('404 NOT_FOUND')
    const reader = await openClient(app, { permissions: ['MANAGE_STUDENTS:CREATE'] })
    expect(codeOf(await send([driver()], {}, reader))).toBe('403 FORBIDDEN')
    await read`update identity.organization set invoice_ind = false where organization_id = 1`
    expect(codeOf(await send([driver()]))).toMatch(/NOT_INVOICED/)
    await read`update identity.organization set invoice_ind = true where organization_id = 1`
  })
})

test('refuses the largest wrong rows with a response that is shorter than the request', async () => {
  const wrongRows = {
    'unknown fields': driver(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`field_${n}`, n]))),
    'wrong contacts': driver({ contacts: Array.from({ length: 400 }, () => 0) }),
  }
  for (const [kind, row] of Object.entries(wrongRows)) {
    const rows = Array.from({ length: 200 }, () => row)
    const results = await enroll(rows)
    expect(results, kind).toHaveLength(200)
    expect(new Set(results.map(({ code }: { code: string }) => code)), kind).toEqual(new Set(['INVALID']))
    expect(JSON.stringify(results).length, kind).toBeLessThan(JSON.stringify(rows).length)
  }
})

describe('the driver license of a row', () => {
  beforeEach(() => read`delete from identity.account_guess`)
  const license = { license_number: 'd123456789012', license_state: 'FL', license_class: 'A' }
  const shown = async (user_id: number) =>
    (await (await app.as(user_id)).get(`/student/driverLicense?user_id=${user_id}`)).body.license
  const changes = async (user_id: number) => {
    const rows = await read`
      select from platform.audit_event where action = 'student.driver-license' and subject_user_id = ${user_id}`
    return rows.length
  }

  it('is given to a new person and corrected by a later row; absent values stay, and sending it again changes nothing', async () => {
    const row = driver(license)
    const [{ user_id, warning }] = await enroll([row])
    expect(warning).toBeNull()
    const stated = { license_number: 'D123456789012', lk_state_id: 10, license_class: 'A' }
    expect(await shown(user_id)).toMatchObject(stated)
    await enroll([row])
    expect(await changes(user_id)).toBe(1)
    await enroll([{ ...row, license_number: 'E123456789012', license_state: undefined, license_class: null }])
    expect(await shown(user_id)).toMatchObject({ ...stated, license_number: 'E123456789012' })
    expect(await changes(user_id)).toBe(2)
  })

  it('is stored with a question about an unusual number', async () => {
    const [result] = await enroll([driver({ license_number: 'X9999', license_state: 'FL' })])
    expect(result).toMatchObject({ result: 'enrolled', warning: expect.stringContaining('Florida') })
    expect(await shown(result.user_id)).toMatchObject({ license_number: 'X9999' })
  })

  it.each([{ license_number: '123' }, { license_state: 'Florida' }, { license_class: 'ZZ' }])(
    'refuses its row if it is malformed: %o',
    async (fields) => {
      const [refusedRow] = await enroll([driver(fields)])
      expect([refusedRow.code, refusedRow.issues[0].path]).toEqual(['INVALID', Object.keys(fields)[0]])
    },
  )

  it('for an existing person is not corrected by a key that may not update students', async () => {
    const row = driver(license)
    const [{ user_id }] = await enroll([row])
    const adder = await openClient(app, { permissions: ['MANAGE_STUDENTS:CREATE', 'MANAGE_PAYMENTS:CREATE'] })
    const { rows } = ok(await send([{ ...row, license_number: 'X9999' }], {}, adder))
    expect(rows).toMatchObject([{ result: 'exists', warning: null }])
    expect(await shown(user_id)).toMatchObject({ license_number: 'D123456789012' })
    const [addedRow] = ok(await send([driver(license)], {}, adder)).rows
    expect(await shown(addedRow.user_id)).toMatchObject({ license_number: 'D123456789012' })
  })
})

describe('the group and the due date of a row', () => {
  beforeEach(() => read`delete from identity.account_guess`)

  it('are given to the enrollment, changed by sending the row again, and kept if they are absent', async () => {
    const row = driver({ group: 'Tampa', due_on: '2030-01-31' })
    const [{ student_course_id }] = await enroll([row])
    const assignmentOf = async () =>
      ok(await client.get(`/enrollments?external_person_id=${row.external_id}`)).enrollments[0]
    expect(await assignmentOf()).toMatchObject({ student_course_id, group: 'Tampa', due_on: '2030-01-31', late: false })
    await enroll([{ ...row, group: 'Miami', due_on: undefined }])
    expect(await assignmentOf()).toMatchObject({ group: 'Miami', due_on: '2030-01-31' })
    await enroll([{ ...row, group: undefined, due_on: null }])
    expect(await assignmentOf()).toMatchObject({ group: 'Miami', due_on: null })
    expect(await enroll([driver({ due_on: '2030-02-31' })])).toMatchObject([
      { code: 'INVALID', student_course_id: null },
    ])
  })
})

describe("a partner's id of an order", () => {
  beforeEach(() => read`delete from identity.account_guess`)

  it('is returned by payments, filters them, and is part of the event', async () => {
    const [result] = await enroll([driver({ order_external_id: 'PO-1' })])
    await publishToWebhooks(job)
    const { data } = ok(await client.get('/payment/fetch?external_id=exact:PO-1'))
    expect(data).toMatchObject([{ order_id: result.order_id, external_id: 'PO-1' }])
    expect(ok(await client.get('/payment/fetch?external_id=exact:PO-unknown')).data).toEqual([])
    const { events } = ok(await client.get('/events?type=order.paid&limit=500'))
    expect(events.at(-1).data).toMatchObject({ order_id: result.order_id, external_id: 'PO-1' })
  })

  it('finds the enrollment of its order again, even after the course is over', async () => {
    const row = driver({ order_external_id: 'PO-again' })
    const [first] = await enroll([row])
    await read`
      update learning.student_course set lk_student_course_status_id = ${status.passed}
      where student_course_id = ${first.student_course_id}`
    expect(await enroll([row])).toEqual([{ ...first, result: 'exists', created: false, order_id: null }])
    const [other] = await enroll([row], { course_website_id: 1002 })
    expect(other).toMatchObject({ result: 'refused', code: 'CONFLICT' })
  })

  it('belongs to one order of an organization; a second order with it is refused and not written', async () => {
    await enroll([driver({ order_external_id: 'PO-2' })])
    const row = driver({ order_external_id: 'PO-2' })
    const [second] = await enroll([row])
    expect(second).toMatchObject({ result: 'refused', code: 'CONFLICT', order_id: null })
    const [person] = await read`select from identity.external_person where external_id = ${row.external_id}`
    expect(person).toBeUndefined()
  })

  it('is set once by an enrollment on invoice, also when it is sent again or by eight calls at once', async () => {
    const { data } = ok(await client.post('/user/student/', { profile: driver().profile }))
    const form = { user_id: data.user_id, course_website_id: 1001, note: '', request_id: crypto.randomUUID() }
    const invoice = (overrides: object = {}) =>
      client.post('/student/addInvoicedStudentCourse', { ...form, external_id: 'PO-3', ...overrides })
    const responses = await Promise.all(Array.from({ length: 8 }, () => invoice()))
    expect(new Set(responses.map((response) => ok(response).order_id)).size).toBe(1)
    expect(codeOf(await invoice({ external_id: 'PO-4' }))).toBe('409 CONFLICT')
    expect(codeOf(await invoice({ external_id: 'x'.repeat(101) }))).toBe('400 INVALID')
    const rows =
      await read`select external_id from checkout.external_order where order_id = ${ok(responses[0]!).order_id}`
    expect(rows).toEqual([{ external_id: 'PO-3' }])
  })

  it('may be the same in another organization, which does not see it', async () => {
    await enroll([driver({ order_external_id: 'PO-5' })])
    const other = await openClient(app, { code: 'GCT' })
    expect(ok(await other.get('/payment/fetch?external_id=exact:PO-5')).data).toEqual([])
  })
})

describe('the list of enrollments', () => {
  it('has a row for each enrollment, a page at a time', async () => {
    const first = ok(await client.get('/enrollments?limit=2'))
    expect(first.enrollments).toHaveLength(2)
    const second = ok(await client.get(`/enrollments?limit=2&after_id=${first.next_id}`))
    expect(second.enrollments[0].student_course_id).toBeGreaterThan(first.enrollments[1].student_course_id)
    const all = ok(await client.get('/enrollments?limit=500'))
    const [count] = await read<{
      n: number
    }>`select count(*)::int as n from learning.student_course where organization_id = 1`
    expect([all.enrollments.length, all.next_id, all.has_more]).toEqual([count!.n, null, false])
  })

  it("finds enrollments by the partner's ids", async () => {
    const row = driver({ enrollment_external_id: 'found' })
    const [{ student_course_id }] = await enroll([row])
    const idsOf = async (query: string) =>
      ok(await client.get(`/enrollments?${query}`)).enrollments.map(
        (enrollment: { student_course_id: number }) => enrollment.student_course_id,
      )
    expect(await idsOf('external_id=found')).toEqual([student_course_id])
    expect(await idsOf(`external_person_id=${row.external_id}`)).toEqual([student_course_id])
    expect(await idsOf(`external_id=found&course_id=999999`)).toEqual([])
    expect(await idsOf(`external_id=found&lk_student_course_status_id=${status.passed}`)).toEqual([])
    expect(await idsOf('external_id=unknown')).toEqual([])
  })

  it('finds the enrollments that were passed on these days of the organization', async () => {
    const rows = await enroll([driver(), driver(), driver()])
    const [before, first, last] = rows.map((row: { student_course_id: number }) => row.student_course_id)
    // The days of New York, which is four hours behind in October and five in November.
    const passedAt = async (student_course_id: number, at: string) =>
      read`update learning.student_course set passed_at = ${at}::timestamptz where student_course_id = ${student_course_id}`
    await passedAt(before, '2030-11-01T03:59:59Z')
    await passedAt(first, '2030-11-01T04:00:00Z')
    await passedAt(last, '2030-12-01T04:59:59Z')
    const idsOf = async (query: string) =>
      ok(await client.get(`/enrollments?${query}`)).enrollments.map(
        (enrollment: { student_course_id: number }) => enrollment.student_course_id,
      )
    expect(await idsOf('passed_from=2030-11-01&passed_to=2030-11-30')).toEqual([first, last])
    expect(await idsOf('passed_from=2030-10-31&passed_to=2030-10-31')).toEqual([before])
    expect(await idsOf('passed_from=2030-12-01')).toEqual([])
  })

  it('returns the changes since a position', async () => {
    await publishToWebhooks(job)
    const { next_change } = ok(await client.get('/enrollments?limit=1'))
    const since = async (place: string) => ok(await client.get(`/enrollments?changed_after=${place}`))
    expect((await since(next_change)).enrollments).toEqual([])
    const [{ student_course_id }] = await enroll([driver()])
    await publishToWebhooks(job)
    const result = await since(next_change)
    expect(result.enrollments.map((enrollment: { student_course_id: number }) => enrollment.student_course_id)).toEqual(
      [student_course_id],
    )
    expect(result.has_more).toBe(false)
    expect((await since(result.next_change)).enrollments).toEqual([])
    const other = await openClient(app, { code: 'GCT' })
    expect(codeOf(await other.get(`/enrollments?changed_after=${next_change}`))).toBe('404 NOT_FOUND')
  })

  it('continues from the newest event, even if it does not concern an enrollment', async () => {
    await publishToWebhooks(job)
    const { next_change } = ok(await client.get('/enrollments?limit=1'))
    ok(await client.post('/user/student/', { profile: driver().profile }))
    await publishToWebhooks(job)
    const page = ok(await client.get(`/enrollments?changed_after=${next_change}`))
    expect(page).toMatchObject({ enrollments: [], has_more: false })
    expect(page.next_change).not.toBe(next_change)
    expect(page.next_change).toBe(ok(await client.get('/events?after=newest')).next)
  })

  it('contains nothing of other tenants', async () => {
    const other = await openClient(app, { code: 'GCT' })
    const { enrollments } = ok(await other.get('/enrollments?limit=500'))
    const [listedEnrollment] = ok(await client.get('/enrollments?limit=1')).enrollments
    expect(enrollments.map((enrollment: { student_course_id: number }) => enrollment.student_course_id)).not.toContain(
      listedEnrollment.student_course_id,
    )
  })
})

test('reports the enrollment of one person by its event', async () => {
  const { events } = ok(await client.get('/events?type=enrollment.created&limit=1'))
  expect(events[0].data).toEqual({
    student_course_id: expect.any(Number),
    user_id: expect.any(Number),
    course_id: expect.any(Number),
  })
})
